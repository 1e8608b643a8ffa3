package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.quorate.load.LoadOutcome;
import org.quorate.load.store.DeferredWrites;

/** What a reader of a run must know about how it was measured, in sentences. Pure. */
final class RunNotes {
  /** Beyond this the generator, not the store, shapes the response times. */
  private static final double LAG_WORTH_TELLING_MILLIS = 10;

  private RunNotes() {}

  static List<String> of(LoadOutcome outcome, List<String> fromMeters, long historyBlockedNanos) {
    List<String> notes = new ArrayList<>(fromMeters);
    double lagMillis = lagMillis(outcome);
    if (lagMillis > LAG_WORTH_TELLING_MILLIS) {
      notes.add(
          String.format(
              Locale.ROOT,
              "One operation in a hundred was sent more than %.0f ms after it was due, because the"
                  + " store or the generator could not keep up; its response time includes that.",
              lagMillis));
    }
    if (outcome.notSent() > 0) {
      notes.add(
          outcome.notSent()
              + " operations that were due were never sent, because the store had not answered"
              + " enough of the ones before when the run gave up waiting.");
    }
    deferral(outcome.deferred(), notes);
    double blocked = historyBlockedNanos / 1e9 / outcome.seconds();
    if (blocked > 0.01) {
      notes.add(
          String.format(
              Locale.ROOT,
              "The load waited %.0f %% of the time for the history to be written to disk.",
              100 * blocked));
    }
    return notes;
  }

  /**
   * Of a load that asked for more operations at once than there can be, where that may have held
   * some up.
   *
   * @param most operations that can be under way at once
   * @param asked operations that the load would have had under way
   */
  static List<String> threads(LoadOutcome outcome, int most, int asked) {
    if (most >= asked || lagMillis(outcome) <= LAG_WORTH_TELLING_MILLIS) {
      return List.of();
    }
    return List.of(
        String.format(
            Locale.ROOT,
            "At most %d operations were under way at once, although max-in-flight is %d: the"
                + " store's client blocks, so that each takes a thread, and every thread has its"
                + " own share of the arrivals. What waited for its thread was sent late.",
            most,
            asked));
  }

  private static double lagMillis(LoadOutcome outcome) {
    return outcome.lag().getValueAtPercentile(99) / 1e6;
  }

  private static void deferral(@Nullable DeferredWrites deferred, List<String> notes) {
    if (deferred == null) {
      return;
    }
    if (deferred.lost() > 0) {
      notes.add(
          deferred.lost()
              + " writes that had been accepted were given up, or not known to be acknowledged when the"
              + " run ended; they count as failed, though the history has them as their callers were"
              + " told.");
    }
    notes.addAll(deferred.notes());
  }
}
