package org.quorate.cli.progress;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.console.TimeText;

/**
 * Plain lines for a file or a pipe: the first about a task when it has run for two seconds, then
 * one every ten seconds, and one when it has ended. A task that ends sooner is not mentioned, nor
 * is a part of another task unless it takes ten seconds itself: the other tells how far all is.
 */
final class LineDisplay implements Display {
  static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(2);
  static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final PrintWriter writer;
  private final Map<TaskState, Long> lastShown = new WeakHashMap<>();

  LineDisplay(PrintWriter writer) {
    this.writer = writer;
  }

  @Override
  public void show(List<TaskState> tasks, long nowNanos) {
    for (TaskState task : tasks) {
      Long last = lastShown.get(task);
      boolean due =
          last == null
              ? task.elapsed(nowNanos) >= worthMentioning(task, tasks)
              : nowNanos - last >= INTERVAL_NANOS;
      if (due) {
        lastShown.put(task, nowNanos);
        writer.println(line(task, nowNanos));
      }
    }
    writer.flush();
  }

  @Override
  public void ended(TaskState task, List<TaskState> remaining, long nowNanos) {
    boolean mentioned = lastShown.remove(task) != null;
    if (mentioned || task.elapsed(nowNanos) >= worthMentioning(task, remaining)) {
      writer.println(
          task.name()
              + ": "
              + TaskText.amount(task)
              + " in "
              + TimeText.ofNanos(task.elapsed(nowNanos)));
      writer.flush();
    }
  }

  @Override
  public void message(String line, List<TaskState> tasks, long nowNanos) {
    writer.println(line);
    writer.flush();
  }

  /** How long a task has to run before it is mentioned, given those that are under way. */
  private static long worthMentioning(TaskState task, List<TaskState> underWay) {
    boolean part = !underWay.isEmpty() && underWay.get(0).startedBefore(task);
    return part ? INTERVAL_NANOS : FIRST_NANOS;
  }

  private static String line(TaskState task, long nowNanos) {
    StringBuilder line = new StringBuilder(task.name()).append(": ");
    line.append(TaskText.amount(task));
    String rate = TaskText.rate(task, nowNanos);
    if (!rate.isEmpty()) {
      line.append(", ").append(rate);
    }
    OptionalLong left = TaskText.left(task, nowNanos);
    if (left.isPresent()) {
      line.append(", ").append(TimeText.ofNanos(left.getAsLong())).append(" left");
    }
    if (!task.detail().isEmpty()) {
      line.append(" (").append(task.detail()).append(')');
    }
    return line.toString();
  }
}
