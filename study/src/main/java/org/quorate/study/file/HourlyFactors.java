package org.quorate.study.file;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.quorate.core.power.EnergyFactor;

/**
 * What a kilowatt-hour stands for by the hour, as a file says it, with the column {@code hour} and
 * one for the number. All hours are of Coordinated Universal Time: either {@code 0} to {@code 23},
 * which come again each day, or the instants at which single hours begin, such as {@code
 * 2026-11-27T14:00:00Z}. Stateless.
 */
final class HourlyFactors {
  private static final String HOUR = "hour";
  private static final int HOURS_OF_A_DAY = 24;

  private HourlyFactors() {}

  /**
   * Reads a file's text.
   *
   * @param file the name that the study gives, where faults are told
   * @param column of the numbers
   * @param mayBeNegative as prices may
   * @throws StudyFileException naming the line that is wrong, or the hours of a day that are not
   *     there
   */
  static EnergyFactor parse(Value file, String text, String column, boolean mayBeNegative)
      throws StudyFileException {
    FactorRows rows = FactorRows.parse(file, text, List.of(HOUR, column), HOUR);
    boolean isDaily = isOfADay(rows.rows().get(0).fields().get(0));
    Map<Long, Double> numbers = new HashMap<>();
    for (FactorRows.Row row : rows.rows()) {
      String hour = row.fields().get(0);
      if (isOfADay(hour) != isDaily) {
        throw rows.wrong(
            row.line(), "hours are all from 0 to 23, of each day, or all instants, not both");
      }
      double number = number(rows, row, mayBeNegative);
      if (numbers.put(isDaily ? Long.parseLong(hour) : instant(rows, row), number) != null) {
        throw rows.wrong(row.line(), "the hour " + hour + " is there twice");
      }
    }
    return isDaily ? daily(file, numbers) : new EnergyFactor.Calendar(numbers);
  }

  private static boolean isOfADay(String hour) {
    return hour.matches("[01]?\\d|2[0-3]");
  }

  private static double number(FactorRows rows, FactorRows.Row row, boolean mayBeNegative)
      throws StudyFileException {
    String text = row.fields().get(1);
    if (!text.matches((mayBeNegative ? "-?" : "") + "\\d{1,5}(\\.\\d{1,9})?")) {
      throw rows.wrong(
          row.line(),
          "\""
              + text
              + "\" must be a number from "
              + (mayBeNegative ? "-99999" : "0")
              + " to 99999");
    }
    return Double.parseDouble(text);
  }

  /** Whole hours since 1970-01-01T00:00Z. */
  private static long instant(FactorRows rows, FactorRows.Row row) throws StudyFileException {
    String text = row.fields().get(0);
    try {
      Duration since = Duration.between(Instant.EPOCH, Instant.parse(text));
      if (text.endsWith("Z") && since.equals(Duration.ofHours(since.toHours()))) {
        return since.toHours();
      }
    } catch (DateTimeException | ArithmeticException e) {
      // Refused below, together with what is no whole hour of UTC.
    }
    throw rows.wrong(
        row.line(),
        "\""
            + text
            + "\" is no whole hour of UTC; write 0 to 23, or an instant such as"
            + " 2026-11-27T14:00:00Z");
  }

  private static EnergyFactor daily(Value file, Map<Long, Double> numbers)
      throws StudyFileException {
    List<Double> byHour = new ArrayList<>();
    for (long hour = 0; hour < HOURS_OF_A_DAY; hour++) {
      Double number = numbers.get(hour);
      if (number == null) {
        throw file.refuse(
            file.text() + " lacks the hour " + hour + "; a day has the hours 0 to 23, each once.");
      }
      byHour.add(number);
    }
    return new EnergyFactor.Daily(byHour);
  }
}
