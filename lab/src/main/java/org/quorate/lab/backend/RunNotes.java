package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.quorate.lab.load.LoadOutcome;

/** What a reader of a run must know about how it was measured, in sentences. Pure. */
final class RunNotes {
  /** Beyond this the generator, not the store, shapes the response times. */
  private static final double LAG_WORTH_TELLING_MILLIS = 10;

  private RunNotes() {}

  static List<String> of(LoadOutcome outcome, List<String> fromMeters, long historyBlockedNanos) {
    List<String> notes = new ArrayList<>(fromMeters);
    double lagMillis = outcome.lag().getValueAtPercentile(99) / 1e6;
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
}
