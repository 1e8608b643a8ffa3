package org.quorate.hbase.deferral;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.jspecify.annotations.Nullable;

/**
 * The writes of an account that were given up and have not been handed back. They keep their room
 * until then. Thread-safe.
 */
final class GivenUp {
  private final List<PendingWrite> writes = new ArrayList<>();
  private final List<Throwable> reasons = new ArrayList<>();
  private @Nullable RetriesExhaustedWithDetailsException passedOn;
  private volatile boolean any;

  /** Whether there is something to hand back. */
  boolean any() {
    return any;
  }

  /** Whether there are writes that nobody was told of. */
  synchronized boolean anyWrites() {
    return !writes.isEmpty();
  }

  /** How many writes there are, and why the first was given up. */
  synchronized String text() {
    String number = writes.size() == 1 ? "1 write" : writes.size() + " writes";
    return reasons.isEmpty() ? number : number + " (" + Failure.of(reasons.get(0)).text() + ")";
  }

  synchronized void add(PendingWrite write, Throwable reason) {
    writes.add(write);
    reasons.add(reason);
    any = true;
  }

  /** A listener has thrown what it was given, to have the next call throw it. */
  synchronized void passOn(RetriesExhaustedWithDetailsException failure) {
    passedOn = Failure.joined(passedOn, failure);
    any = true;
  }

  /** What a listener threw, once. */
  synchronized @Nullable RetriesExhaustedWithDetailsException takePassedOn() {
    RetriesExhaustedWithDetailsException failure = passedOn;
    passedOn = null;
    any = !writes.isEmpty();
    return failure;
  }

  /**
   * Takes all writes out.
   *
   * @param taken where they are added
   * @return them with their reasons, or null if there are none
   */
  synchronized @Nullable RetriesExhaustedWithDetailsException take(List<PendingWrite> taken) {
    if (writes.isEmpty()) {
      return null;
    }
    List<Row> rows = new ArrayList<>();
    writes.forEach(write -> rows.add(write.mutation));
    RetriesExhaustedWithDetailsException failure =
        new RetriesExhaustedWithDetailsException(
            new ArrayList<>(reasons), rows, Collections.nCopies(rows.size(), ""));
    taken.addAll(writes);
    writes.clear();
    reasons.clear();
    any = passedOn != null;
    return failure;
  }
}
