package org.quorate.core.oracle;

/**
 * Sorts indices by the values they point to: a stable merge sort that starts from the runs that are
 * there already (Knuth, The Art of Computer Programming 3, section 5.2.4, natural merge), so that a
 * history recorded almost in order costs almost nothing. O(n log n) at worst.
 */
final class IndexSort {
  private int[] scratch = new int[0];
  private int[] runs = new int[0];

  /** Sorts the first {@code n} indices of {@code index} by {@code value}, ascending. */
  void sort(int[] index, int n, long[] value) {
    int count = findRuns(index, n, value);
    if (count <= 1) {
      return;
    }
    if (scratch.length < n) {
      scratch = new int[n];
    }
    int[] from = index;
    int[] to = scratch;
    while (count > 1) {
      int merged = 0;
      for (int run = 0; run < count; run += 2) {
        int start = runs[run];
        int middle = runs[run + 1];
        int end = run + 1 < count ? runs[run + 2] : middle;
        merge(from, to, start, middle, end, value);
        runs[merged++] = start;
      }
      runs[merged] = n;
      count = merged;
      int[] swap = from;
      from = to;
      to = swap;
    }
    if (from != index) {
      System.arraycopy(from, 0, index, 0, n);
    }
  }

  /** Puts the starts of ascending runs, and the end of the last, into {@code runs}. */
  private int findRuns(int[] index, int n, long[] value) {
    int count = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || value[index[i]] < value[index[i - 1]]) {
        if (count + 1 >= runs.length) {
          runs = java.util.Arrays.copyOf(runs, Math.max(16, 2 * runs.length));
        }
        runs[count++] = i;
      }
    }
    if (count > 0) {
      runs[count] = n;
    }
    return count;
  }

  private static void merge(int[] from, int[] to, int start, int middle, int end, long[] value) {
    int left = start;
    int right = middle;
    for (int at = start; at < end; at++) {
      if (left < middle && (right >= end || value[from[left]] <= value[from[right]])) {
        to[at] = from[left++];
      } else {
        to[at] = from[right++];
      }
    }
  }
}
