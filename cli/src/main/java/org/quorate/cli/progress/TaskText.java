package org.quorate.cli.progress;

import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import org.quorate.core.quantity.ByteSizes;

/** The words for a task: how much is done, how fast, how long still. Pure. */
final class TaskText {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Before this much time a rate says nothing. */
  private static final long SETTLED_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** Work that stands still for as long, and for as many parts, has come to a halt. */
  private static final long STALLED_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final int STALLED_PARTS = 2;

  private TaskText() {}

  /** Such as {@code 2/3 nodes}, {@code 12/30 s}, {@code 4.5MiB/66MiB}, or {@code 812 rows}. */
  static String amount(TaskState task) {
    String done = count(task.done(), task.unit());
    String amount = task.total() > 0 ? done + "/" + count(task.total(), task.unit()) : done;
    return switch (task.unit()) {
      case "bytes" -> amount;
      case "seconds" -> amount + " s";
      default -> amount + " " + task.unit();
    };
  }

  /**
   * Mean rate since the start, such as {@code 1,234/s} or {@code 6.0/min}; empty while nothing is
   * done, and for seconds, whose rate everyone knows.
   */
  static String rate(TaskState task, long nowNanos) {
    long elapsed = untilAdvanced(task, nowNanos);
    long done = task.doneSinceStart();
    if (done == 0 || elapsed < SETTLED_NANOS || task.unit().equals("seconds")) {
      return "";
    }
    double perSecond = done * NANOS_PER_SECOND / elapsed;
    if (task.unit().equals("bytes")) {
      return ByteSizes.format(Math.round(perSecond)) + "/s";
    }
    if (perSecond < 1) {
      return String.format(Locale.ROOT, "%.1f/min", perSecond * 60);
    }
    return String.format(Locale.ROOT, perSecond < 100 ? "%.1f/s" : "%,.0f/s", perSecond);
  }

  /**
   * Nanoseconds until the task is done if it goes on at its mean rate, of which what is under way
   * takes as long as others did; empty where the total is unknown, nothing is done yet, all is done
   * and only the end is missing, or the last part takes longer than others did.
   */
  static OptionalLong left(TaskState task, long nowNanos) {
    long elapsed = untilAdvanced(task, nowNanos);
    long done = task.doneSinceStart();
    long left = task.total() - task.done();
    if (done == 0 || left <= 0 || elapsed < SETTLED_NANOS) {
      return OptionalLong.empty();
    }
    double each = (double) elapsed / done;
    long underWay = task.elapsed(nowNanos) - elapsed;
    long until = Math.round(each * left - Math.min(each, (double) underWay));
    return until <= 0 ? OptionalLong.empty() : OptionalLong.of(until);
  }

  /**
   * Work that is counted in few large parts stands still between them: its pace does not, unless it
   * stands still for far longer than a part took.
   */
  private static long untilAdvanced(TaskState task, long nowNanos) {
    long advanced = task.advancedAfter();
    long elapsed = task.elapsed(nowNanos);
    long stalled =
        Math.max(STALLED_NANOS, STALLED_PARTS * advanced / Math.max(1, task.doneSinceStart()));
    return advanced < SETTLED_NANOS || elapsed - advanced > stalled ? elapsed : advanced;
  }

  private static String count(long amount, String unit) {
    return unit.equals("bytes")
        ? ByteSizes.format(amount)
        : String.format(Locale.ROOT, "%,d", amount);
  }
}
