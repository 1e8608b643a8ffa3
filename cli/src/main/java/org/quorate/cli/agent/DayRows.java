package org.quorate.cli.agent;

import java.time.LocalDate;
import java.util.List;

/**
 * Rows of one table of the history, all of one minute.
 *
 * @param day in UTC
 * @param lines without their ends
 */
record DayRows(String kind, LocalDate day, List<String> lines) {
  DayRows {
    lines = List.copyOf(lines);
  }

  /** The lines as they stand in a file. */
  String text() {
    return String.join("\n", lines) + "\n";
  }
}
