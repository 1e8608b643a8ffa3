package org.quorate.study.file;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.util.ArrayList;
import java.util.List;

/**
 * A file of numbers about energy: CSV after RFC 4180 whose first line names the columns, in any
 * order; lines that begin with {@code #} are remarks, and empty ones are passed over. Immutable.
 */
final class FactorRows {
  private static final List<String> BLANK = List.of("");

  private final Value file;
  private final List<Row> rows;

  private FactorRows(Value file, List<Row> rows) {
    this.file = file;
    this.rows = rows;
  }

  /** One line below the header; its fields are in the order of the columns that were asked for. */
  record Row(long line, List<String> fields) {}

  /**
   * Reads a file's text.
   *
   * @param file the name that the study gives, where faults are told
   * @param what a line is, for messages
   * @throws StudyFileException naming the line that is wrong, or where there is no line
   */
  static FactorRows parse(Value file, String text, List<String> columns, String what)
      throws StudyFileException {
    FactorRows all = new FactorRows(file, new ArrayList<>());
    List<String> header = null;
    for (CsvRecord row : records(file, text)) {
      List<String> fields = row.getFields().stream().map(String::strip).toList();
      long line = row.getStartingLineNumber();
      if (fields.equals(BLANK)) {
        continue;
      }
      if (header == null) {
        if (fields.size() != columns.size() || !fields.containsAll(columns)) {
          throw all.wrong(line, "the first line must name the columns " + text(columns));
        }
        header = fields;
      } else if (fields.size() != header.size()) {
        throw all.wrong(
            line, "there are " + fields.size() + " columns instead of " + header.size());
      } else {
        List<String> order = header;
        all.rows.add(
            new Row(
                line, columns.stream().map(column -> fields.get(order.indexOf(column))).toList()));
      }
    }
    if (all.rows.isEmpty()) {
      throw file.refuse(
          file.text() + " holds no " + what + "; its lines are " + text(columns) + ".");
    }
    return all;
  }

  private static String text(List<String> columns) {
    return String.join(",", columns);
  }

  private static List<CsvRecord> records(Value file, String text) throws StudyFileException {
    List<CsvRecord> records = new ArrayList<>();
    try {
      CsvReader.builder()
          .commentStrategy(CommentStrategy.SKIP)
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .trimWhitespacesAroundQuotes(true)
          .allowUnclosedQuote(false)
          .ofCsvRecord(text)
          .forEach(records::add);
      return records;
    } catch (CsvParseException e) {
      long last = records.isEmpty() ? 0 : records.get(records.size() - 1).getStartingLineNumber();
      throw file.refuse(
          file.text()
              + " is wrong below line "
              + last
              + ": a quote is opened and not closed, or closed within a field.");
    }
  }

  /** In the order of the file. */
  List<Row> rows() {
    return rows;
  }

  /** The refusal of a line. */
  StudyFileException wrong(long line, String what) {
    return file.refuse("line " + line + " of " + file.text() + " is wrong: " + what + ".");
  }
}
