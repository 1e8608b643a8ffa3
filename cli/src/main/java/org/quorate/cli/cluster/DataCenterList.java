package org.quorate.cli.cluster;

import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.engine.DataCenter;

/** Data centres as one word of a command line: {@code dc1:3,dc2:3} or {@code dc1:6:3}. Pure. */
final class DataCenterList {
  private DataCenterList() {}

  /**
   * Reads {@code NAME:NODES} or {@code NAME:NODES:RACKS}, several separated by commas; without a
   * number of racks there is one.
   *
   * @throws IllegalArgumentException when the text has another form; the message is one sentence
   */
  static List<DataCenter> parse(String text) {
    List<DataCenter> centers = new ArrayList<>();
    for (String item : text.split(",", -1)) {
      String[] parts = item.strip().split(":", -1);
      if (parts.length < 2 || parts.length > 3) {
        throw notAList(text);
      }
      centers.add(
          new DataCenter(
              parts[0], number(parts[1], text), parts.length == 3 ? number(parts[2], text) : 1));
    }
    return centers;
  }

  private static int number(String digits, String text) {
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw notAList(text);
    }
  }

  private static IllegalArgumentException notAList(String text) {
    return new IllegalArgumentException(
        "\""
            + text
            + "\" does not name data centres; write NAME:NODES or NAME:NODES:RACKS, separated by"
            + " commas, such as dc1:3,dc2:3.");
  }
}
