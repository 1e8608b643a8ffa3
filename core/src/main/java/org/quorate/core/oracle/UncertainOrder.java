package org.quorate.core.oracle;

import java.util.Arrays;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationTag;

/**
 * Which writes of one key completed before a read, where their instants are of clocks that are
 * known within bounds alone. Clocks are independent, so that one setting of them all has this read
 * as early and the writes of every other clock as late as can be: a read is stale for every setting
 * exactly if a newer write of its own clock, or one that is before it by more than both
 * uncertainties, completed before it; and for some setting exactly if a newer one of its own clock
 * did, or one that is not after it by both uncertainties or more. Takes O(n log n) for n writes and
 * O(log n) for a read. For one thread.
 */
final class UncertainOrder {
  private final ClockUncertainties clocks;
  private long[] ownNewest = new long[0];
  private int[] touched = new int[0];
  private int touchedCount;
  private final Instants latest = new Instants();
  private final Instants earliest = new Instants();

  UncertainOrder(ClockUncertainties clocks) {
    this.clocks = clocks;
  }

  /** Takes the writes of another key, given among its completions. */
  void build(KeyOperations key, int[] completions, int count) {
    for (int i = 0; i < touchedCount; i++) {
      ownNewest[touched[i]] = HistoryFormat.NO_VERSION;
    }
    touchedCount = 0;
    latest.clear(count);
    earliest.clear(count);
    for (int i = 0; i < count; i++) {
      int operation = completions[i];
      if (OperationTag.isWrite(key.tag[operation])) {
        long nanos = clocks.of(OperationTag.group(key.tag[operation]));
        latest.add(operation, key.completeNanos[operation] + nanos);
        earliest.add(operation, key.completeNanos[operation] - nanos);
      }
    }
    latest.sort(key);
    earliest.sort(key);
  }

  /** A write of this group has completed; told in the order of its clock. */
  void completed(int group, long version) {
    if (group >= ownNewest.length) {
      int before = ownNewest.length;
      ownNewest = Arrays.copyOf(ownNewest, Math.max(group + 1, 2 * before));
      Arrays.fill(ownNewest, before, ownNewest.length, HistoryFormat.NO_VERSION);
      touched = Arrays.copyOf(touched, ownNewest.length);
    }
    if (ownNewest[group] == HistoryFormat.NO_VERSION) {
      touched[touchedCount++] = group;
    }
    ownNewest[group] = Math.max(ownNewest[group], version);
  }

  /** The newest version that had completed before a read however the clocks are set. */
  long newestForAll(int group, long invokeNanos) {
    return Math.max(own(group), latest.newestBefore(invokeNanos - clocks.of(group)));
  }

  /** The newest version that had completed before a read if the clocks are set so. */
  long newestForSome(int group, long invokeNanos) {
    return Math.max(
        own(group), earliest.newestOfOthersBefore(invokeNanos + clocks.of(group), group));
  }

  private long own(int group) {
    return group < ownNewest.length ? ownNewest[group] : HistoryFormat.NO_VERSION;
  }

  /** Writes in the order of some instant, with the newest versions up to each. */
  private static final class Instants {
    private final IndexSort sort = new IndexSort();
    private int[] writes = new int[0];
    private long[] at = new long[0];
    private long[] instants = new long[0];
    private long[] newest = new long[0];
    private int[] newestGroup = new int[0];
    private long[] newestOfOthers = new long[0];
    private int count;

    void clear(int operations) {
      count = 0;
      if (writes.length < operations) {
        writes = new int[operations];
        instants = new long[operations];
        newest = new long[operations];
        newestGroup = new int[operations];
        newestOfOthers = new long[operations];
      }
    }

    void add(int operation, long instant) {
      if (at.length <= operation) {
        at = Arrays.copyOf(at, Math.max(operation + 1, 2 * at.length));
      }
      at[operation] = instant;
      writes[count++] = operation;
    }

    void sort(KeyOperations key) {
      sort.sort(writes, count, at);
      long best = HistoryFormat.NO_VERSION;
      int group = -1;
      long other = HistoryFormat.NO_VERSION;
      for (int i = 0; i < count; i++) {
        long version = key.version[writes[i]];
        int from = OperationTag.group(key.tag[writes[i]]);
        if (from == group) {
          best = Math.max(best, version);
        } else if (version > best) {
          other = best;
          best = version;
          group = from;
        } else {
          other = Math.max(other, version);
        }
        instants[i] = at[writes[i]];
        newest[i] = best;
        newestGroup[i] = group;
        newestOfOthers[i] = other;
      }
    }

    long newestBefore(long instant) {
      int last = lastBefore(instant);
      return last < 0 ? HistoryFormat.NO_VERSION : newest[last];
    }

    /** The newest of all groups but one. */
    long newestOfOthersBefore(long instant, int group) {
      int last = lastBefore(instant);
      if (last < 0) {
        return HistoryFormat.NO_VERSION;
      }
      return newestGroup[last] == group ? newestOfOthers[last] : newest[last];
    }

    private int lastBefore(long instant) {
      int low = 0;
      int high = count;
      while (low < high) {
        int middle = (low + high) >>> 1;
        if (instants[middle] < instant) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return low - 1;
    }
  }
}
