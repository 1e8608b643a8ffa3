package org.quorate.lab.store;

import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.ChosenCompletion;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

/**
 * Reads every row twice and compares, which is how Harmony's authors counted stale reads (IEEE
 * Cluster 2012, section V.F): a read that succeeded is followed by a second one of the same row at
 * a level of its own, and ends, with what the first returned, when the second has ended too.
 *
 * <p>A pair counts where both succeeded. A write between the two makes them differ although the
 * first was fresh, and the second gives writes time to spread before the client goes on. Writes and
 * scans pass through. Closing leaves the store behind it open, which others use as well.
 * Thread-safe.
 */
public final class SecondReadStore extends ForwardingStore {
  private final Level second;
  private final LongAdder pairs = new LongAdder();
  private final LongAdder differing = new LongAdder();

  /**
   * @param store that both reads are sent to
   * @param second the level of second reads
   */
  public SecondReadStore(Store store, Level second) {
    super(store);
    this.second = second;
  }

  /** The level of second reads. */
  public Level second() {
    return second;
  }

  /** Forgets the pairs so far. Called while no request is under way. */
  void begin() {
    pairs.reset();
    differing.reset();
  }

  /** Reads whose second read succeeded. */
  public long pairs() {
    return pairs.sum();
  }

  /** Pairs that returned different versions; one may have found a row and the other none. */
  public long differing() {
    return differing.sum();
  }

  @Override
  public void read(long key, int field, Level level, Completion completion) {
    store.read(
        key,
        field,
        level,
        (outcome, version, error) -> {
          if (outcome == Outcome.OK) {
            store.read(key, field, second, new Comparison(version, completion));
          } else {
            completion.completed(outcome, version, error);
          }
        });
  }

  @Override
  public void readAsChosen(long key, int field, ChosenCompletion completion) {
    store.readAsChosen(
        key,
        field,
        new ChosenCompletion() {
          @Override
          public void sentAt(Level level) {
            completion.sentAt(level);
          }

          @Override
          public void completed(Outcome outcome, long version, @Nullable String error) {
            if (outcome == Outcome.OK) {
              store.read(key, field, second, new Comparison(version, completion));
            } else {
              completion.completed(outcome, version, error);
            }
          }
        });
  }

  /** Ends the first read when the second has ended, whatever became of that. */
  private final class Comparison implements Completion {
    private final long first;
    private final Completion completion;

    Comparison(long first, Completion completion) {
      this.first = first;
      this.completion = completion;
    }

    @Override
    public void completed(Outcome outcome, long version, @Nullable String error) {
      if (outcome == Outcome.OK) {
        pairs.increment();
        if (version != first) {
          differing.increment();
        }
      }
      completion.completed(Outcome.OK, first, null);
    }
  }
}
