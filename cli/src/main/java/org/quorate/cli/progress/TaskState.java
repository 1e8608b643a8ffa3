package org.quorate.cli.progress;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.study.progress.LoadSecond;
import org.quorate.study.progress.Progress;

/** What one task has told of itself. Written by the work, read by the display; thread-safe. */
final class TaskState implements Progress.Task {
  private final String name;
  private final long total;
  private final String unit;
  private final LongSupplier nanoTime;
  private final long startedNanos;
  private final Consumer<TaskState> whenClosed;
  private final AtomicLong done = new AtomicLong();
  private volatile long before;
  private volatile long advancedAfter;
  private volatile String detail = "";
  private volatile @Nullable LoadLine line;

  /**
   * @param total amount of work, 0 where unknown
   * @param nanoTime the clock that the display is drawn by; the task starts now
   * @param whenClosed told once or more often, on the thread that closes
   */
  TaskState(
      String name, long total, String unit, LongSupplier nanoTime, Consumer<TaskState> whenClosed) {
    this.name = name;
    this.total = Math.max(0, total);
    this.unit = unit;
    this.nanoTime = nanoTime;
    this.startedNanos = nanoTime.getAsLong();
    this.whenClosed = whenClosed;
  }

  @Override
  public void advance(long amount) {
    if (done.getAndAccumulate(amount, Math::max) < amount) {
      advancedAfter = elapsed(nanoTime.getAsLong());
    }
  }

  @Override
  public void begun(long done) {
    before = done;
    advance(done);
  }

  @Override
  public void detail(String text) {
    detail = text.strip();
  }

  @Override
  public void second(LoadSecond second) {
    LoadLine known = line;
    if (known == null) {
      known = new LoadLine();
      line = known;
    }
    known.add(second);
    Progress.Task.super.second(second);
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

  /** Amount done since the start. */
  long doneSinceStart() {
    return Math.max(0, done() - before);
  }

  String detail() {
    return detail;
  }

  /** What it has done so far where it is a load; null for all others. */
  @Nullable LoadGlance load() {
    LoadLine known = line;
    return known == null ? null : known.glance();
  }

  /** Nanoseconds from the start to when the amount last grew. */
  long advancedAfter() {
    return advancedAfter;
  }

  /** Nanoseconds since the start. */
  long elapsed(long nowNanos) {
    return Math.max(0, nowNanos - startedNanos);
  }

  boolean startedBefore(TaskState other) {
    return startedNanos < other.startedNanos;
  }
}
