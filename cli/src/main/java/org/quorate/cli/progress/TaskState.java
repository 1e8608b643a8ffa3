package org.quorate.cli.progress;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.quorate.study.progress.Progress;

/** What one task has told of itself. Written by the work, read by the display; thread-safe. */
final class TaskState implements Progress.Task {
  private final String name;
  private final long total;
  private final String unit;
  private final long startedNanos;
  private final Consumer<TaskState> whenClosed;
  private final AtomicLong done = new AtomicLong();
  private volatile String detail = "";

  /**
   * @param total amount of work, 0 where unknown
   * @param startedNanos by the clock that the display is drawn by
   * @param whenClosed told once or more often, on the thread that closes
   */
  TaskState(
      String name, long total, String unit, long startedNanos, Consumer<TaskState> whenClosed) {
    this.name = name;
    this.total = Math.max(0, total);
    this.unit = unit;
    this.startedNanos = startedNanos;
    this.whenClosed = whenClosed;
  }

  @Override
  public void advance(long amount) {
    done.accumulateAndGet(amount, Math::max);
  }

  @Override
  public void detail(String text) {
    detail = text.strip();
  }

  @Override
  public void close() {
    whenClosed.accept(this);
  }

  String name() {
    return name;
  }

  String unit() {
    return unit;
  }

  /** Amount of work, 0 where unknown. */
  long total() {
    return total;
  }

  /** Amount done; never above a known total. */
  long done() {
    return total > 0 ? Math.min(total, done.get()) : done.get();
  }

  String detail() {
    return detail;
  }

  /** Nanoseconds since the start. */
  long elapsed(long nowNanos) {
    return Math.max(0, nowNanos - startedNanos);
  }

  boolean startedBefore(TaskState other) {
    return startedNanos < other.startedNanos;
  }
}
