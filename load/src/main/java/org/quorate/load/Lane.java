package org.quorate.load;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Operation;
import org.quorate.core.workload.OperationKind;
import org.quorate.load.history.LaneHistory;
import org.quorate.load.store.Store;
import org.quorate.load.store.VersionClock;

/**
 * One lane of a load, the work of one thread. It issues what its {@link Pacing} says is due, and
 * records what has completed; completions are stamped on the thread that brings them and handed
 * over through a stack without a lock.
 *
 * <p>The lane ends when nothing is due any more and everything sent has completed; where the store
 * never answers, at the drain limit or when nothing has completed for longer than the patience, and
 * what is still missing then is counted as a failure of kind {@code Unfinished}, or as not sent.
 */
final class Lane implements Work {
  private final Store store;
  private final VersionClock versions;
  private final Levels levels;
  private final OperationSource source;
  private final Pacing pacing;
  private final LongConsumer insertsOver;
  private final LaneClock clock;
  private final LaneTimes times;
  private final LaneHistory history;
  private final LaneRecorder recorder;
  private final AtomicReference<@Nullable Slot> finished = new AtomicReference<>();
  private final InFlight inFlight = new InFlight();
  private long lastProgress;
  private boolean exhausted;
  private volatile boolean cancelled;

  Lane(
      Store store,
      VersionClock versions,
      Levels levels,
      OperationSource source,
      Pacing pacing,
      LongConsumer insertsOver,
      LaneClock clock,
      LaneTimes times,
      LaneHistory history) {
    this.store = store;
    this.versions = versions;
    this.levels = levels;
    this.source = source;
    this.pacing = pacing;
    this.insertsOver = insertsOver;
    this.clock = clock;
    this.times = times;
    this.history = history;
    this.recorder = new LaneRecorder(times.stepEnds().size());
    pacing.begin(times.start(), times.end());
  }

  LaneRecorder recorder() {
    return recorder;
  }

  long offered() {
    return pacing.offered();
  }

  /** Ends the lane early: nothing more is sent, what is under way is waited for. Any thread. */
  void cancel() {
    cancelled = true;
    clock.wake();
  }

  @Override
  public long proceed() {
    while (true) {
      recordFinished();
      long now = clock.nanoTime();
      boolean stopping = exhausted || cancelled;
      Slot slot = stopping ? null : pacing.poll(now);
      if (slot != null) {
        issue(slot, now);
        continue;
      }
      boolean over = stopping || pacing.isOver(now);
      if (over && inFlight.isEmpty()) {
        return OVER;
      }
      long limit = giveUpAt();
      if (now >= limit) {
        giveUp(now);
        return OVER;
      }
      if (finished.get() == null) {
        return Math.min(over ? Long.MAX_VALUE : pacing.nextDue(), limit);
      }
    }
  }

  /** The drain limit, or the end of patience with what is under way. */
  private long giveUpAt() {
    return inFlight.isEmpty()
        ? times.drainedBy()
        : Math.min(times.drainedBy(), LaneTimes.after(lastProgress, times.patience()));
  }

  private void issue(Slot slot, long now) {
    Operation operation = source.next();
    if (operation == null) {
      exhausted = true;
      pacing.withdraw(slot);
      return;
    }
    if (inFlight.isEmpty()) {
      lastProgress = now;
    }
    slot.begin(this, operation);
    slot.firstInvoked = now;
    if (pacing.isScheduled()) {
      recorder.lag(now - slot.scheduled);
    }
    inFlight.add(slot);
    switch (operation.kind()) {
      case READ -> submitRead(slot, Slot.Phase.READ);
      case READ_MODIFY_WRITE -> submitRead(slot, Slot.Phase.READ_BEFORE_WRITE);
      case UPDATE, INSERT -> submitWrite(slot, Slot.Phase.WRITE);
      case SCAN -> {
        slot.phase = Slot.Phase.SCAN;
        slot.level = levels.read();
        slot.invoked = clock.nanoTime();
        store.scan(
            operation.key(), operation.scanLength(), operation.readField(), slot.level, slot);
      }
    }
  }

  private void submitRead(Slot slot, Slot.Phase phase) {
    slot.phase = phase;
    Level level = levels.read();
    slot.level = level;
    slot.invoked = clock.nanoTime();
    if (levels.isChosenBySession()) {
      store.readAsChosen(slot.operation().key(), slot.operation().readField(), slot);
    } else {
      store.read(slot.operation().key(), slot.operation().readField(), level, slot);
    }
  }

  private void submitWrite(Slot slot, Slot.Phase phase) {
    slot.phase = phase;
    Level level = levels.write();
    slot.level = level;
    slot.versionWritten = versions.next();
    slot.invoked = clock.nanoTime();
    Operation operation = slot.operation();
    store.write(
        operation.key(),
        operation.writeField(),
        operation.values(),
        slot.versionWritten,
        level,
        slot);
  }

  /** Called once per request by whichever thread the store completes it on. */
  void completed(Slot slot) {
    slot.completed = clock.nanoTime();
    while (true) {
      Slot head = finished.get();
      slot.next = head;
      if (finished.compareAndSet(head, slot)) {
        break;
      }
    }
    clock.wake();
  }

  private void recordFinished() {
    if (finished.get() == null) {
      return;
    }
    Slot slot = finished.getAndSet(null);
    while (slot != null) {
      Slot following = slot.next;
      slot.next = null;
      record(slot);
      slot = following;
    }
  }

  private void record(Slot slot) {
    lastProgress = Math.max(lastProgress, slot.completed);
    boolean ok = slot.outcome == Outcome.OK;
    OperationKind kind = slot.operation().kind();
    switch (slot.phase) {
      case READ -> recordRead(slot);
      case WRITE -> {
        recordWrite(slot);
        acknowledgeInsert(slot);
      }
      case READ_BEFORE_WRITE -> {
        recordRead(slot);
        if (ok) {
          recorder.part(
              OperationKind.READ, slot.completed - slot.scheduled, slot.completed - slot.invoked);
        }
        // Whatever became of the read, as YCSB does.
        slot.readFailed = !ok;
        slot.readError = slot.error;
        submitWrite(slot, Slot.Phase.WRITE_AFTER_READ);
        return;
      }
      case WRITE_AFTER_READ -> {
        recordWrite(slot);
        if (ok) {
          // It was due when the read was over, and sent at once.
          long service = slot.completed - slot.invoked;
          recorder.part(OperationKind.UPDATE, service, service);
        }
        if (slot.readFailed) {
          finish(slot, kind, false, slot.readError);
          return;
        }
      }
      case SCAN -> levels.sent(slot.level);
    }
    finish(slot, kind, ok, slot.error);
  }

  /** Also where it failed: otherwise one lost insert would stop every later key from being read. */
  private void acknowledgeInsert(Slot slot) {
    if (slot.operation().kind() == OperationKind.INSERT) {
      insertsOver.accept(slot.operation().keyNumber());
    }
  }

  private void recordRead(Slot slot) {
    levels.sent(slot.level);
    Operation operation = slot.operation();
    history.read(
        operation.key(),
        slot.versionRead,
        slot.invoked,
        slot.completed,
        slot.client,
        slot.level,
        slot.outcome);
  }

  private void recordWrite(Slot slot) {
    Operation operation = slot.operation();
    history.write(
        operation.key(),
        slot.versionWritten,
        slot.invoked,
        slot.completed,
        slot.client,
        slot.level,
        slot.outcome);
  }

  private void finish(Slot slot, OperationKind kind, boolean ok, @Nullable String error) {
    long response = slot.completed - slot.scheduled;
    if (ok) {
      recorder.ok(kind, response, slot.completed - slot.firstInvoked);
    } else {
      recorder.failed(kind, error);
    }
    recorder.over(ok, slot.completed < times.end(), response);
    inStep(slot, kind, ok, response);
    inFlight.remove(slot);
    pacing.release(slot);
  }

  private void inStep(Slot slot, OperationKind kind, boolean ok, long response) {
    int step = times.step(slot.scheduled);
    if (step >= 0) {
      recorder.inStep(step, kind, ok, response);
    }
  }

  private void giveUp(long now) {
    if (!exhausted) {
      recorder.notSent(pacing.unsent());
    }
    inFlight.forEach(
        slot -> {
          slot.completed = now;
          slot.outcome =
              slot.phase == Slot.Phase.WRITE || slot.phase == Slot.Phase.WRITE_AFTER_READ
                  ? Outcome.TIMEOUT
                  : Outcome.ERROR;
          if (slot.outcome == Outcome.TIMEOUT) {
            recordWrite(slot);
          } else if (slot.phase != Slot.Phase.SCAN) {
            recordRead(slot);
          }
          acknowledgeInsert(slot);
          recorder.failed(slot.operation().kind(), "Unfinished");
          recorder.over(false, now < times.end(), now - slot.scheduled);
          inStep(slot, slot.operation().kind(), false, now - slot.scheduled);
        });
  }
}
