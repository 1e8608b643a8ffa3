package org.quorate.study.plan;

/**
 * How a study's runs are ordered, and which of them count.
 *
 * @param order of the cells within blocks
 * @param clustersInTurn whether clusters that cells differ in are all up, and take turns within
 *     each block; otherwise they follow one another, each with all of its blocks
 * @param dropped how many first repetitions of every cell are run and kept but not counted, as
 *     warm-up
 * @param warmUpCut whether throughput and energy of each run count only from the second on at which
 *     a detector finds its cell's runs warm
 * @param restartEvery after how many blocks clusters are started anew, so that there is more than
 *     one start of each to compare; 0 where each is started once
 */
public record Design(
    Order order, boolean clustersInTurn, int dropped, boolean warmUpCut, int restartEvery) {
  /** Random blocks, one cluster after the other, every run counted as a whole. */
  public static final Design DEFAULT = new Design(Order.RANDOM, false, 0, false, 0);

  /** The same with clusters that are started once. */
  public Design withoutRestarts() {
    return new Design(order, clustersInTurn, dropped, warmUpCut, 0);
  }

  /** Whether clusters are started anew before a block, counted from 1. */
  public boolean startsAnew(int repetition) {
    return restartEvery > 0 && repetition > 1 && (repetition - 1) % restartEvery == 0;
  }

  /** The order of the cells within blocks. */
  public enum Order {
    /** A random order of its own in each block. */
    RANDOM,
    /**
     * A random order in every odd block, and the same backwards in the block after it (ABBA), so
     * that a steady drift cancels out exactly.
     */
    ABBA
  }
}
