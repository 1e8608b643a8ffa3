package org.quorate.study.file;

import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.Suggestions;

/**
 * What electricity emits by place and year, as a file says it: CSV after RFC 4180 with the columns
 * {@code zone,grams-per-kilowatt-hour,year,source} in any order; lines that begin with {@code #}
 * are remarks. Quorate comes with no such numbers. Immutable.
 */
final class CarbonFactors {
  private static final List<String> COLUMNS =
      List.of("zone", "grams-per-kilowatt-hour", "year", "source");
  private static final List<String> BLANK = List.of("");

  private final String name;
  private final List<Factor> factors;

  private CarbonFactors(String name, List<Factor> factors) {
    this.name = name;
    this.factors = factors;
  }

  /** One line of the file. */
  record Factor(String zone, double gramsPerKilowattHour, int year, String source) {}

  /**
   * Reads a file's text.
   *
   * @param file the name that the study gives, where faults are told
   * @throws StudyFileException naming the line that is wrong
   */
  static CarbonFactors parse(Value file, String text) throws StudyFileException {
    List<Factor> factors = new ArrayList<>();
    List<String> header = null;
    for (CsvRecord row : rows(file, text)) {
      long number = row.getStartingLineNumber();
      List<String> fields = row.getFields().stream().map(String::strip).toList();
      if (fields.equals(BLANK)) {
        continue;
      }
      if (header == null) {
        header = header(file, number, fields);
      } else {
        Factor factor = factor(file, number, header, fields);
        if (factors.stream().anyMatch(each -> isSame(each, factor))) {
          throw wrong(
              file,
              number,
              "the zone " + factor.zone() + " of " + factor.year() + " is there twice");
        }
        factors.add(factor);
      }
    }
    if (factors.isEmpty()) {
      throw file.refuse(file.text() + " holds no factor; its lines are " + columns() + ".");
    }
    return new CarbonFactors(file.text(), factors);
  }

  private static boolean isSame(Factor one, Factor other) {
    return one.zone().equals(other.zone()) && one.year() == other.year();
  }

  private static String columns() {
    return String.join(",", COLUMNS);
  }

  private static List<String> header(Value file, long number, List<String> fields)
      throws StudyFileException {
    if (fields.size() != COLUMNS.size() || !fields.containsAll(COLUMNS)) {
      throw wrong(file, number, "the first line must name the columns " + columns());
    }
    return fields;
  }

  private static Factor factor(Value file, long number, List<String> header, List<String> fields)
      throws StudyFileException {
    if (fields.size() != header.size()) {
      throw wrong(
          file, number, "there are " + fields.size() + " columns instead of " + header.size());
    }
    String zone = fields.get(header.indexOf("zone"));
    String grams = fields.get(header.indexOf("grams-per-kilowatt-hour"));
    String year = fields.get(header.indexOf("year"));
    String source = fields.get(header.indexOf("source"));
    if (zone.isEmpty() || source.isEmpty()) {
      throw wrong(file, number, "a zone and a source are needed");
    }
    if (!grams.matches("\\d{1,5}(\\.\\d{1,9})?") || !year.matches("\\d{4}")) {
      throw wrong(
          file,
          number,
          "\"" + grams + "\" must be grams per kWh from 0 to 99999, and \"" + year + "\" a year");
    }
    return new Factor(zone, Double.parseDouble(grams), Integer.parseInt(year), source);
  }

  private static List<CsvRecord> rows(Value file, String text) throws StudyFileException {
    List<CsvRecord> rows = new ArrayList<>();
    try {
      CsvReader.builder()
          .commentStrategy(CommentStrategy.SKIP)
          .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
          .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
          .trimWhitespacesAroundQuotes(true)
          .allowUnclosedQuote(false)
          .ofCsvRecord(text)
          .forEach(rows::add);
      return rows;
    } catch (CsvParseException e) {
      long last = rows.isEmpty() ? 0 : rows.get(rows.size() - 1).getStartingLineNumber();
      throw file.refuse(
          file.text()
              + " is wrong below line "
              + last
              + ": a quote is opened and not closed, or closed within a field.");
    }
  }

  private static StudyFileException wrong(Value file, long number, String what) {
    return file.refuse("line " + number + " of " + file.text() + " is wrong: " + what + ".");
  }

  /**
   * The factor of a zone.
   *
   * @param year null for the newest there is
   * @throws StudyFileException naming the zones or years that there are
   */
  Factor find(Value zone, @Nullable Value year) throws StudyFileException {
    List<Factor> ofZone = factors.stream().filter(each -> each.zone().equals(zone.text())).toList();
    if (ofZone.isEmpty()) {
      Set<String> zones = new TreeSet<>(factors.stream().map(Factor::zone).toList());
      throw zone.refuse(
          name
              + " has no zone \""
              + zone.text()
              + "\"; it has "
              + String.join(", ", zones.stream().limit(20).toList())
              + (zones.size() > 20 ? " and others" : "")
              + "."
              + Suggestions.didYouMean(zone.text(), zones));
    }
    if (year == null) {
      return ofZone.stream().max(Comparator.comparingInt(Factor::year)).orElseThrow();
    }
    long wanted = year.wholeNumber(1000, 9999);
    return ofZone.stream()
        .filter(each -> each.year() == wanted)
        .findFirst()
        .orElseThrow(
            () ->
                year.refuse(
                    name
                        + " has the zone "
                        + zone.text()
                        + " for "
                        + String.join(
                            ", ",
                            ofZone.stream().map(each -> Integer.toString(each.year())).toList())
                        + " only."));
  }
}
