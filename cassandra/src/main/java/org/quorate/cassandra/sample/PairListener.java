package org.quorate.cassandra.sample;

/** Hears what a pair of reads has shown, on a thread of the driver. */
public interface PairListener {
  /** One that does not listen. */
  PairListener NONE =
      new PairListener() {
        @Override
        public void took(PairedReads.Levels pair, long weakNanos, long strongNanos) {}

        @Override
        public void found(boolean isStale) {}
      };

  /** Both reads were answered, each so long after both were sent. */
  void took(PairedReads.Levels pair, long weakNanos, long strongNanos);

  /**
   * Whether the weaker read was stale; not told where what differs has no date, or was written
   * since the pair was sent.
   */
  void found(boolean isStale);

  /**
   * How long before the pair was sent the newest write had been made that the stronger read
   * returned, of those before it, by the writer's clock; not told where there is none.
   *
   * @param microsBefore at least 0
   */
  default void written(long microsBefore) {}
}
