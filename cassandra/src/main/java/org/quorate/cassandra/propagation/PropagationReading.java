package org.quorate.cassandra.propagation;

import java.util.List;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * A propagation time with where it comes from.
 *
 * @param propagation the time and its bounds, in seconds
 * @param source name of the source, for example {@code network}
 * @param samples measurements that it rests on; 0 where nothing had to be measured, since there is
 *     one replica only
 * @param takenAtNanos when, on the clock of {@link System#nanoTime()}: the newest measurement
 * @param notes sentences for people about this round: what it could not see, and how that errs
 * @param roundTrips between replicas, as far as the source measured them
 * @param unanswered reads that waited for all replicas in vain, for two seconds each; they count in
 *     none of the other values
 */
public record PropagationReading(
    Propagation propagation,
    String source,
    long samples,
    long takenAtNanos,
    List<String> notes,
    RoundTrips roundTrips,
    int unanswered) {
  public PropagationReading {
    notes = List.copyOf(notes);
  }

  /** A reading of a source that knows no round trips. */
  public PropagationReading(
      Propagation propagation, String source, long samples, long takenAtNanos, List<String> notes) {
    this(propagation, source, samples, takenAtNanos, notes, RoundTrips.NONE, 0);
  }

  /** The reading of rows that have one replica, which cannot be stale. */
  static PropagationReading ofOneReplica(String rowsOf, String source, long takenAtNanos) {
    return new PropagationReading(
        Propagation.exactly(0),
        source,
        0,
        takenAtNanos,
        List.of("Rows of " + rowsOf + " have one replica, so none can be stale."));
  }
}
