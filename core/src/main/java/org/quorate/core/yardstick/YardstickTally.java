package org.quorate.core.yardstick;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.OperationTag;
import org.quorate.core.oracle.JudgedReads;
import org.quorate.core.recency.AgeBins;

/**
 * Counts what the yardstick of some runs needs while the oracle judges them. Besides the reads of
 * one key it holds, for each run, one number for every combination of reads and stale reads that a
 * key had in a second, of which there are fewer than half the square of the most reads, and two for
 * each age in each class of keys, 60 kB at most. Not thread-safe.
 */
public final class YardstickTally implements JudgedReads {
  private static final long SECOND = 1_000_000_000L;

  private final @Nullable OfRun[] byGroup;

  /** The runs that have reads of the current key. */
  private final List<OfRun> touched = new ArrayList<>();

  /**
   * A tally that has not been told of any read.
   *
   * @param startNanos when each run to be counted began, on the clock of its history, by its group;
   *     reads of other groups are left out
   */
  public YardstickTally(Map<Integer, Long> startNanos) {
    byGroup = new OfRun[startNanos.keySet().stream().mapToInt(group -> group + 1).max().orElse(0)];
    startNanos.forEach((group, start) -> byGroup[group] = new OfRun(start));
  }

  @Override
  public void read(long tag, long invokeNanos, long nanosSinceWrite, boolean stale) {
    int group = OperationTag.group(tag);
    OfRun run = group < byGroup.length ? byGroup[group] : null;
    if (run != null) {
      if (run.readsOfKey == 0) {
        touched.add(run);
      }
      run.count(invokeNanos, nanosSinceWrite, stale);
    }
  }

  @Override
  public void keyEnds() {
    touched.forEach(OfRun::keyEnds);
    touched.clear();
  }

  /**
   * What was counted of a run.
   *
   * @throws IllegalArgumentException if the run was not to be counted
   */
  public RunReads of(int group) {
    OfRun run = group < byGroup.length ? byGroup[group] : null;
    if (run == null) {
      throw new IllegalArgumentException("Group " + group + " was not to be counted.");
    }
    return new RunReads(run.cells(), run.ages());
  }

  /** Counts one run. */
  private static final class OfRun {
    private final long startNanos;
    private final Map<ReadGroup, Long> cells = new HashMap<>();
    private final long[] @Nullable [] readsByAge = new long[ReadAgeClasses.CLASSES][];
    private final long[] @Nullable [] staleByAge = new long[ReadAgeClasses.CLASSES][];
    private long second;
    private long readsOfSecond;
    private long staleOfSecond;

    /** Of each read of the current key twice its age bin, and 1 more where it was stale. */
    private int[] ofKey = new int[64];

    private int readsOfKey;

    OfRun(long startNanos) {
      this.startNanos = startNanos;
    }

    void count(long invokeNanos, long nanosSinceWrite, boolean stale) {
      long at = Math.floorDiv(invokeNanos - startNanos, SECOND);
      if (at != second) {
        secondEnds();
        second = at;
      }
      readsOfSecond++;
      staleOfSecond += stale ? 1 : 0;
      if (readsOfKey == ofKey.length) {
        ofKey = Arrays.copyOf(ofKey, 2 * readsOfKey);
      }
      ofKey[readsOfKey++] = 2 * AgeBins.of(nanosSinceWrite) + (stale ? 1 : 0);
    }

    private void secondEnds() {
      if (readsOfSecond > 0) {
        cells.merge(new ReadGroup(readsOfSecond, staleOfSecond), 1L, Long::sum);
        readsOfSecond = 0;
        staleOfSecond = 0;
      }
    }

    void keyEnds() {
      secondEnds();
      int keyClass = ReadAgeClasses.classOf(readsOfKey);
      long[] reads = bins(readsByAge, keyClass);
      long[] staleReads = bins(staleByAge, keyClass);
      for (int i = 0; i < readsOfKey; i++) {
        reads[ofKey[i] >> 1]++;
        staleReads[ofKey[i] >> 1] += ofKey[i] & 1;
      }
      readsOfKey = 0;
    }

    private static long[] bins(long[] @Nullable [] byClass, int keyClass) {
      long[] bins = byClass[keyClass];
      if (bins == null) {
        bins = new long[AgeBins.COUNT];
        byClass[keyClass] = bins;
      }
      return bins;
    }

    ReadCells cells() {
      return new ReadCells(
          cells.entrySet().stream()
              .map(
                  cell ->
                      new ReadCells.Alike(
                          cell.getKey().reads(), cell.getKey().staleReads(), cell.getValue()))
              .sorted(
                  Comparator.comparingLong(ReadCells.Alike::reads)
                      .thenComparingLong(ReadCells.Alike::staleReads))
              .toList());
    }

    ReadAgeClasses ages() {
      List<ReadAgeClasses.OfAge> ages = new ArrayList<>();
      for (int keyClass = 0; keyClass < ReadAgeClasses.CLASSES; keyClass++) {
        long[] reads = readsByAge[keyClass];
        long[] staleReads = staleByAge[keyClass];
        for (int bin = 0; reads != null && staleReads != null && bin < AgeBins.COUNT; bin++) {
          if (reads[bin] > 0) {
            ages.add(new ReadAgeClasses.OfAge(keyClass, bin, reads[bin], staleReads[bin]));
          }
        }
      }
      return new ReadAgeClasses(ages);
    }
  }
}
