package org.quorate.power.ipmi;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sensors of watts in what ipmitool prints about a controller's sensors, with columns between
 * bars: {@code Pwr Consumption | 77h | ok | 7.1 | 98 Watts} by {@code sdr elist} and {@code sdr
 * type}, {@code SYS_POWER | 175.000 | Watts | ok | …} by {@code sensor}, and {@code SYS_POWER |
 * 175} by {@code sensor reading}.
 */
final class SensorTable {
  private static final Pattern WATTS = Pattern.compile("([0-9]+(?:\\.[0-9]+)?) Watts");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?");

  private SensorTable() {}

  /**
   * Reads the sensors that say Watts.
   *
   * @return watts by name, in the order of the text; NaN for one that has no reading, such as
   *     {@code na} or {@code no reading}, where its unit is still told
   */
  static Map<String, Double> watts(String text) {
    Map<String, Double> sensors = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      String[] columns = columns(line);
      if (columns.length >= 3 && columns[2].equals("Watts")) {
        sensors.putIfAbsent(columns[0], number(columns[1]));
      } else if (columns.length >= 2) {
        Matcher watts = WATTS.matcher(columns[columns.length - 1]);
        if (watts.matches()) {
          sensors.putIfAbsent(columns[0], Double.parseDouble(watts.group(1)));
        }
      }
    }
    return sensors;
  }

  /**
   * Reads what {@code sensor reading NAME} prints, which has no units.
   *
   * @return numbers by name; NaN for what is none
   */
  static Map<String, Double> readings(String text) {
    Map<String, Double> sensors = new LinkedHashMap<>();
    for (String line : text.lines().toList()) {
      String[] columns = columns(line);
      if (columns.length == 2) {
        sensors.putIfAbsent(columns[0], number(columns[1]));
      }
    }
    return sensors;
  }

  private static String[] columns(String line) {
    String[] columns = line.split("\\|", -1);
    for (int i = 0; i < columns.length; i++) {
      columns[i] = columns[i].strip();
    }
    return columns;
  }

  private static double number(String text) {
    return NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
  }
}
