package org.quorate.load;

import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.ChosenCompletion;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/** A store in virtual time: each request completes at an instant computed from its own. */
final class VirtualStore implements Store {
  private final VirtualTime time;
  private final LongUnaryOperator completionOf;
  private Outcome writeOutcome = Outcome.OK;
  private @Nullable String writeError;
  private Outcome readOutcome = Outcome.OK;
  private @Nullable String readError;
  int inFlight;
  int mostInFlight;
  int requests;

  VirtualStore(VirtualTime time, LongUnaryOperator completionOf) {
    this.time = time;
    this.completionOf = completionOf;
  }

  void failWrites(Outcome outcome, String error) {
    writeOutcome = outcome;
    writeError = error;
  }

  void failReads(String error) {
    readOutcome = Outcome.ERROR;
    readError = error;
  }

  private void submit(Completion completion, Outcome outcome, @Nullable String error) {
    requests++;
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    long at = completionOf.applyAsLong(time.nanoTime());
    if (at == Long.MAX_VALUE) {
      return;
    }
    time.at(
        at,
        () -> {
          inFlight--;
          completion.completed(outcome, Completion.NO_VERSION, error);
        });
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    submit(completion, readOutcome, readError);
  }

  @Override
  public void readAsChosen(long key, int field, ChosenCompletion completion) {
    completion.sentAt(Level.QUORUM);
    submit(completion, readOutcome, readError);
  }

  @Override
  public void write(
      long key, int field, byte[][] values, long version, Level level, Completion completion) {
    submit(completion, writeOutcome, writeError);
  }

  @Override
  public void scan(long key, int length, int field, Level level, Completion completion) {
    submit(completion, Outcome.OK, null);
  }

  @Override
  public void close() {}
}
