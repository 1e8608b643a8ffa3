package org.quorate.study.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.quorate.core.text.Suggestions;

/**
 * What electricity emits by place and year, as a file says it, with the columns {@code
 * zone,grams-per-kilowatt-hour,year,source}. Quorate comes with no such numbers. Immutable.
 */
final class CarbonFactors {
  private static final List<String> COLUMNS =
      List.of("zone", "grams-per-kilowatt-hour", "year", "source");

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
    FactorRows rows = FactorRows.parse(file, text, COLUMNS, "factor");
    List<Factor> factors = new ArrayList<>();
    for (FactorRows.Row row : rows.rows()) {
      Factor factor = factor(rows, row);
      if (factors.stream().anyMatch(each -> isSame(each, factor))) {
        throw rows.wrong(
            row.line(), "the zone " + factor.zone() + " of " + factor.year() + " is there twice");
      }
      factors.add(factor);
    }
    return new CarbonFactors(file.text(), factors);
  }

  private static boolean isSame(Factor one, Factor other) {
    return one.zone().equals(other.zone()) && one.year() == other.year();
  }

  private static Factor factor(FactorRows rows, FactorRows.Row row) throws StudyFileException {
    String zone = row.fields().get(0);
    String grams = row.fields().get(1);
    String year = row.fields().get(2);
    String source = row.fields().get(3);
    if (zone.isEmpty() || source.isEmpty()) {
      throw rows.wrong(row.line(), "a zone and a source are needed");
    }
    if (!grams.matches("\\d{1,5}(\\.\\d{1,9})?") || !year.matches("\\d{4}")) {
      throw rows.wrong(
          row.line(),
          "\"" + grams + "\" must be grams per kWh from 0 to 99999, and \"" + year + "\" a year");
    }
    return new Factor(zone, Double.parseDouble(grams), Integer.parseInt(year), source);
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
