package org.quorate.cassandra.propagation;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;

/** What the canaries of one round showed. Thread-safe. */
final class CanaryTally {
  private final List<VisibilityInterval> intervals = new ArrayList<>();
  private int lost;
  private int unanswered;
  private int unreachable;
  private int unwritten;
  private @Nullable Throwable lastFailure;

  synchronized void add(CanaryWatch.Sighting sighting) {
    if (sighting instanceof CanaryWatch.Sighting.Seen seen) {
      intervals.add(seen.interval());
    } else if (sighting instanceof CanaryWatch.Sighting.Unanswered failed) {
      unanswered++;
      lastFailure = Failures.cause(failed.failure());
    } else {
      lost++;
    }
  }

  /** Counts replicas that could not be asked. */
  synchronized void addUnreachable(int replicas) {
    unreachable += replicas;
  }

  /** Counts a canary whose write failed. */
  synchronized void addUnwritten(Throwable failure) {
    unwritten++;
    lastFailure = Failures.cause(failure);
  }

  synchronized List<VisibilityInterval> intervals() {
    return List.copyOf(intervals);
  }

  synchronized @Nullable Throwable lastFailure() {
    return lastFailure;
  }

  /** What the mean of the intervals does not have, a sentence each. */
  synchronized List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (lost > 0) {
      notes.add(
          "Replicas that did not show a canary within the round: "
              + lost
              + ", against "
              + intervals.size()
              + " that did; they are left out, so the time is too low.");
    }
    if (unanswered > 0) {
      notes.add("Replicas that failed to answer reads of a canary, left out: " + unanswered + ".");
    }
    if (unreachable > 0) {
      notes.add(
          "Replicas that are down or that this session does not connect to, left out: "
              + unreachable
              + ".");
    }
    if (unwritten > 0) {
      notes.add("Canaries that could not be written: " + unwritten + ".");
    }
    return notes;
  }
}
