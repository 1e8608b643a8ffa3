package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.Optional;

/** Hears what a pair of reads has shown, on a thread of the driver. */
public interface PairListener {
  /** One that does not listen. */
  PairListener NONE =
      new PairListener() {
        @Override
        public void took(
            PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike) {}

        @Override
        public void found(boolean isStale) {}
      };

  /**
   * Both reads were answered, each so long after both were sent.
   *
   * @param areAlike whether with the same, of which nothing was written for longer than the pair
   *     took, so that no replica had anything to repair
   */
  void took(PairedReads.Levels pair, long weakNanos, long strongNanos, boolean areAlike);

  /**
   * Whether the weaker read was stale; not told where what differs has no date, or was written
   * since the pair was sent.
   */
  void found(boolean isStale);

  /**
   * The same, and by whom the weaker read was answered; what is told, and by itself tells {@link
   * #found}.
   *
   * @param replica its node; empty where it is not known, as where the weaker level asks for more
   *     than one, or the coordinator holds no replica of the row
   * @param microsBefore as of {@link #written}; negative where there is none
   */
  default void answered(boolean isStale, Optional<Node> replica, long microsBefore) {
    found(isStale);
  }

  /** Whether its weaker level is not the weakest, whose pairs are what is told of the table. */
  default boolean isSampled() {
    return false;
  }

  /** No answer of one of the reads came in time, though its replicas were not known to be down. */
  default void lost() {}

  /**
   * Nothing is known of the pair but that it was drawn: too many were under way, it has too many
   * rows, or what differs has no date or was written since, so that it may hide what was stale.
   */
  default void untold() {}

  /**
   * Whether the pair was drawn with a chance that is known. One that was not is in no tally, and
   * where it fails no others are stopped for that.
   */
  default boolean isDrawn() {
    return true;
  }

  /**
   * How long before the pair was sent the newest write had been made that the stronger read
   * returned, of those before it, by the writer's clock; not told where there is none.
   *
   * @param microsBefore at least 0
   */
  default void written(long microsBefore) {}
}
