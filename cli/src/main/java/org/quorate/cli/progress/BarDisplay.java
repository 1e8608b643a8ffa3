package org.quorate.cli.progress;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.console.TimeText;
import org.quorate.report.terminal.Style;

/**
 * One line per task at the bottom of a terminal, redrawn in place. A task that took two seconds or
 * more leaves a line when it ends.
 */
final class BarDisplay implements Display {
  static final long WORTH_KEEPING_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static final String CLEAR_TO_END_OF_SCREEN = "\033[J";
  private static final int NAME_WIDTH = 24;
  private static final int WIDE_COLUMNS = 100;

  private final PrintWriter writer;
  private final int columns;
  private final char full;
  private final char empty;
  private final int barWidth;
  private int linesDrawn;

  /**
   * @param columns width of the terminal
   * @param unicode whether it shows more than ASCII
   */
  BarDisplay(PrintWriter writer, int columns, boolean unicode) {
    this.writer = writer;
    this.columns = columns;
    this.full = unicode ? '█' : '#';
    this.barWidth = columns < WIDE_COLUMNS ? 16 : 24;
    this.empty = unicode ? '░' : '.';
  }

  @Override
  public void show(List<TaskState> tasks, long nowNanos) {
    draw(List.of(), tasks, nowNanos);
  }

  @Override
  public void ended(TaskState task, List<TaskState> remaining, long nowNanos) {
    List<String> kept =
        task.elapsed(nowNanos) < WORTH_KEEPING_NANOS
            ? List.of()
            : List.of(
                cut(
                    pad(task.name(), NAME_WIDTH)
                        + "  "
                        + TaskText.amount(task)
                        + " in "
                        + TimeText.ofNanos(task.elapsed(nowNanos))));
    draw(kept, remaining, nowNanos);
  }

  @Override
  public void message(String line, List<TaskState> tasks, long nowNanos) {
    draw(List.of(line), tasks, nowNanos);
  }

  /** Goes up over what was drawn last and draws again: lines that stay, then the tasks. */
  private void draw(List<String> staying, List<TaskState> tasks, long nowNanos) {
    StringBuilder text = new StringBuilder();
    if (linesDrawn > 0) {
      text.append("\033[").append(linesDrawn).append('A');
    }
    text.append('\r').append(CLEAR_TO_END_OF_SCREEN);
    List<String> lines = new ArrayList<>(staying);
    tasks.forEach(task -> lines.add(line(task, nowNanos)));
    lines.forEach(line -> text.append(line).append('\n'));
    if (linesDrawn > 0 || !lines.isEmpty()) {
      writer.print(text);
      writer.flush();
    }
    linesDrawn = tasks.size();
  }

  private String line(TaskState task, long nowNanos) {
    StringBuilder line = new StringBuilder(pad(task.name(), NAME_WIDTH));
    if (task.total() > 0) {
      line.append("  ").append(bar((double) task.done() / task.total()));
    }
    line.append("  ").append(TaskText.amount(task));
    String rate = TaskText.rate(task, nowNanos);
    if (!rate.isEmpty()) {
      line.append("  ").append(rate);
    }
    OptionalLong left = TaskText.left(task, nowNanos);
    line.append("  ")
        .append(
            left.isPresent()
                ? TimeText.ofNanos(left.getAsLong()) + " left"
                : TimeText.ofNanos(task.elapsed(nowNanos)));
    if (!task.detail().isEmpty()) {
      line.append("  ").append(task.detail());
    }
    return cut(line.toString());
  }

  private String bar(double share) {
    int filled = (int) (share * barWidth);
    return String.valueOf(full).repeat(filled) + String.valueOf(empty).repeat(barWidth - filled);
  }

  /** Not one column may be too many: a line that wraps breaks the redrawing of all. */
  private String cut(String line) {
    return Style.cut(line, columns - 1);
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - Style.width(text)));
  }
}
