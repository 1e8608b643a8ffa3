package org.quorate.report;

import org.quorate.report.terminal.ResultTable;
import org.quorate.report.terminal.Style;
import org.quorate.study.summary.StudySummary;

/**
 * The result of a study for a terminal: its verdict, a table with a line for each cell, and where
 * they apply one of phases and one of the distance from the best possible.
 */
public final class TerminalReport {
  private static final int NARROWEST = 40;

  private TerminalReport() {}

  /** For a terminal that shows Unicode. */
  public static String render(StudySummary study, int width, boolean colour) {
    return render(study, width, colour, true);
  }

  /**
   * Verdict and table, lines ended by {@code \n}.
   *
   * @param width columns of the terminal; below 40 counts as 40. Columns of the table that have no
   *     room are left out, the least important first.
   * @param colour whether to use ANSI colours
   * @param unicode whether the terminal shows more than ASCII
   */
  public static String render(StudySummary study, int width, boolean colour, boolean unicode) {
    return new ResultTable(study, new Style(colour, unicode)).render(Math.max(NARROWEST, width));
  }
}
