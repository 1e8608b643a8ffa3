package org.quorate.core.oracle;

import java.util.Arrays;

/**
 * The versions that writes of one key are known to have written, each with the instant at which it
 * first completed: how far a read was behind. Built only for keys that have a stale read.
 */
final class CompletedVersions {
  private long[] versions = new long[0];
  private long[] firstCompletion = new long[0];
  private long[] firstCompletionFrom = new long[0];
  private int[] tree = new int[0];
  private int size;

  /**
   * Starts over.
   *
   * @param byVersion the first {@code n} are indices of writes, ascending by version
   */
  void build(int[] byVersion, int n, long[] version, long[] completeNanos) {
    if (versions.length < n + 1) {
      versions = new long[n + 1];
      firstCompletion = new long[n + 1];
      firstCompletionFrom = new long[n + 1];
      tree = new int[n + 1];
    }
    size = 0;
    for (int i = 0; i < n; i++) {
      int write = byVersion[i];
      if (size > 0 && versions[size - 1] == version[write]) {
        firstCompletion[size - 1] = Math.min(firstCompletion[size - 1], completeNanos[write]);
      } else {
        versions[size] = version[write];
        firstCompletion[size] = completeNanos[write];
        size++;
      }
    }
    firstCompletionFrom[size] = Long.MAX_VALUE;
    for (int rank = size - 1; rank >= 0; rank--) {
      firstCompletionFrom[rank] = Math.min(firstCompletionFrom[rank + 1], firstCompletion[rank]);
    }
    Arrays.fill(tree, 0, size + 1, 0);
  }

  /** When the first of the versions newer than this one completed; Long.MAX_VALUE if none did. */
  long supersededNanos(long version) {
    return firstCompletionFrom[rankAbove(version)];
  }

  /** Tells that a write completed; only the first completion of each version counts. */
  void complete(long version, long completeNanos) {
    int rank = rankAbove(version) - 1;
    if (firstCompletion[rank] == completeNanos) {
      // A second write with this version and instant must not count again.
      firstCompletion[rank] = Long.MAX_VALUE;
      for (int node = rank + 1; node <= size; node += node & -node) {
        tree[node]++;
      }
    }
  }

  /** How many of the versions newer than this one have completed so far. */
  int completedAbove(long version) {
    return countBelow(size) - countBelow(rankAbove(version));
  }

  /** A Fenwick tree's prefix sum (Fenwick, Software: Practice and Experience 24, 1994). */
  private int countBelow(int rank) {
    int count = 0;
    for (int node = rank; node > 0; node -= node & -node) {
      count += tree[node];
    }
    return count;
  }

  /** How many distinct versions are not newer than this one. */
  private int rankAbove(long version) {
    int found = Arrays.binarySearch(versions, 0, size, version);
    return found >= 0 ? found + 1 : -found - 1;
  }
}
