package org.quorate.cli.progress;

import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * How far a task is at one moment, in the words of the terminal. Immutable.
 *
 * @param unit what is counted, in the plural
 * @param total amount of work, 0 where it is unknown
 * @param done of it
 * @param amount such as {@code 2/3 nodes}
 * @param rate such as {@code 6.0/min}, or empty
 * @param leftNanos until it is done at its mean rate; empty where that is not known
 * @param elapsedNanos since it began
 * @param detail a remark, or empty
 * @param load what it has done so far where it is a load; null for all others
 */
public record TaskGlance(
    String name,
    String unit,
    long total,
    long done,
    String amount,
    String rate,
    OptionalLong leftNanos,
    long elapsedNanos,
    String detail,
    @Nullable LoadGlance load) {
  static TaskGlance of(TaskState task, long nowNanos) {
    return new TaskGlance(
        task.name(),
        task.unit(),
        task.total(),
        task.done(),
        TaskText.amount(task),
        TaskText.rate(task, nowNanos),
        TaskText.left(task, nowNanos),
        task.elapsed(nowNanos),
        task.detail(),
        task.load());
  }
}
