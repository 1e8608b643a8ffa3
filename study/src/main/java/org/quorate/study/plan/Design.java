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
 */
public record Design(Order order, boolean clustersInTurn, int dropped, boolean warmUpCut) {
  /** Random blocks, one cluster after the other, every run counted as a whole. */
  public static final Design DEFAULT = new Design(Order.RANDOM, false, 0, false);

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
