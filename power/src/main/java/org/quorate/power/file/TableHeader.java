package org.quorate.power.file;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import java.util.List;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;

/**
 * The first line of a table: what its columns are called.
 *
 * @param header the whole line
 * @param columns names, without space around them
 */
record TableHeader(String header, char separator, List<String> columns) {
  /**
   * Reads a header.
   *
   * @throws MeterException if it cannot be taken apart
   */
  static TableHeader of(String header, char separator) throws MeterException {
    try {
      return new TableHeader(
          header, separator, fields(header, separator).stream().map(String::strip).toList());
    } catch (UnreadableLine e) {
      throw new MeterException(
          "The first line of the file names no columns: " + e.getMessage() + ".", e);
    }
  }

  /**
   * The place of a column, from 0.
   *
   * @param wanted its name, upper and lower case being equal where that is clear, or its number
   *     from 1
   * @throws MeterException if there is no such column
   */
  int place(String wanted, String option) throws MeterException {
    int exact = columns.indexOf(wanted);
    if (exact >= 0) {
      return exact;
    }
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).equalsIgnoreCase(wanted)) {
        return i;
      }
    }
    if (wanted.matches("\\d{1,4}")) {
      int number = Integer.parseInt(wanted);
      if (number >= 1 && number <= columns.size()) {
        return number - 1;
      }
    }
    throw new MeterException(
        "The file has no column "
            + option
            + "=\""
            + wanted
            + "\"; its first line has "
            + String.join(", ", columns)
            + "."
            + Suggestions.didYouMean(wanted, columns));
  }

  /**
   * Takes a line apart, as RFC 4180 has it; a field does not go on in the next line. Space around
   * quotation marks is passed over.
   *
   * @throws UnreadableLine if a quotation mark is not closed, or stands within a field
   */
  static List<String> fields(String line, char separator) throws UnreadableLine {
    if (line.isEmpty()) {
      return List.of("");
    }
    try {
      return CsvReader.builder()
          .fieldSeparator(separator)
          .trimWhitespacesAroundQuotes(true)
          .allowUnclosedQuote(false)
          .ofSingleCsvRecord(line)
          .getFields();
    } catch (CsvParseException e) {
      throw new UnreadableLine("a quotation mark is not closed, or ends within a field");
    }
  }

  /**
   * The first line of a file.
   *
   * @throws MeterException if it has none yet
   */
  static Line first(FileOptions options) throws MeterException {
    List<Line> lines = new GrowingFile(options.path()).readAppended();
    if (lines.isEmpty()) {
      throw new MeterException(
          "The file " + options.path() + " has no complete line yet; start the logger first.");
    }
    return lines.get(0);
  }
}
