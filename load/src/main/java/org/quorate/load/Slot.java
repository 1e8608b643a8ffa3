package org.quorate.load;

import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.workload.Operation;
import org.quorate.load.store.ChosenCompletion;

/**
 * One operation under way, and its place: reused for the next operation, so that the request path
 * allocates nothing. A slot acts as one client: its operations follow one another.
 *
 * <p>The lane's thread writes the upper fields before it submits; the completing thread writes the
 * lower ones and hands the slot over by {@link Lane#completed}, which orders them.
 */
final class Slot implements ChosenCompletion {
  /** What the request under way is for; a read-modify-write is two requests. */
  enum Phase {
    READ,
    WRITE,
    SCAN,
    READ_BEFORE_WRITE,
    WRITE_AFTER_READ
  }

  final int client;
  private @Nullable Lane lane;
  private @Nullable Operation operation;
  Phase phase = Phase.READ;
  long scheduled;
  long firstInvoked;
  long invoked;
  long versionWritten;
  boolean readFailed;
  @Nullable String readError;
  int position;

  /** Of the lane's thread, or, where a session has chosen it, of the completing one. */
  Level level = Level.ONE;

  long completed;
  Outcome outcome = Outcome.OK;
  long versionRead;
  @Nullable String error;
  @Nullable Slot next;

  Slot(int client) {
    this.client = client;
  }

  void begin(Lane owner, Operation newOperation) {
    lane = owner;
    operation = newOperation;
  }

  Operation operation() {
    Operation current = operation;
    if (current == null) {
      throw new IllegalStateException("The slot has no operation.");
    }
    return current;
  }

  @Override
  public void sentAt(Level chosen) {
    level = chosen;
  }

  @Override
  public void completed(Outcome result, long version, @Nullable String kindOfError) {
    Lane owner = lane;
    if (owner == null) {
      throw new IllegalStateException("The slot has no operation.");
    }
    outcome = result;
    versionRead = version;
    error = kindOfError;
    owner.completed(this);
  }
}
