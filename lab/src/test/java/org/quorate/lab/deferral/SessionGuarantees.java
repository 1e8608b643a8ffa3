package org.quorate.lab.deferral;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a session may read of each cell, after what it wrote and read. Writes of a cell have numbers
 * that grow in the order in which they were accepted. A read that finds nothing must be explained
 * by a delete: if several could, by the first of them, so that nothing is held against a session
 * that it may not have seen. Not thread-safe.
 */
final class SessionGuarantees {
  private final CellDeletes deletes;
  private final Map<String, Long> least = new HashMap<>();
  private final Map<String, Boolean> own = new HashMap<>();
  private long readYourWritesViolations;
  private long monotonicReadsViolations;
  private @Nullable String first;

  SessionGuarantees(CellDeletes deletes) {
    this.deletes = deletes;
  }

  /** The session wrote or deleted a cell. */
  void wrote(String cell, long number) {
    least.put(cell, number);
    own.put(cell, true);
  }

  /**
   * The session read a cell.
   *
   * @param number of the write that it found, or null if it found nothing
   */
  void read(String cell, @Nullable Long number) {
    long floor = least.getOrDefault(cell, 0L);
    Long seen = number;
    if (seen == null) {
      if (floor == 0) {
        return;
      }
      seen = deletes.from(cell, floor);
    }
    if (seen == null || seen < floor) {
      violated(cell, floor, number);
    } else if (seen > floor) {
      least.put(cell, seen);
      own.put(cell, false);
    }
  }

  long readYourWritesViolations() {
    return readYourWritesViolations;
  }

  long monotonicReadsViolations() {
    return monotonicReadsViolations;
  }

  /** The first violation in words, or null. */
  @Nullable String first() {
    return first;
  }

  private void violated(String cell, long floor, @Nullable Long number) {
    boolean wroteIt = own.getOrDefault(cell, false);
    if (wroteIt) {
      readYourWritesViolations++;
    } else {
      monotonicReadsViolations++;
    }
    if (first == null) {
      first =
          "read "
              + (number == null ? "nothing" : "write " + number)
              + " of "
              + cell
              + " after it "
              + (wroteIt ? "wrote " : "saw ")
              + floor;
    }
  }
}
