package org.quorate.lab.link;

import org.quorate.core.delay.DelayDistribution;

/**
 * The way of bytes from one node to another. All connections between the two share it, whichever of
 * them opened them; the opposite direction is another link. Every setting may be changed while
 * bytes flow. Thread-safe.
 */
public interface Link {
  /** Index of the sending node. */
  int from();

  /** Index of the receiving node. */
  int to();

  /**
   * Sets the one-way delay of bytes that arrive from now on. Order is kept: a short delay does not
   * let bytes overtake those before them on their connection.
   */
  void delay(DelayDistribution distribution);

  /**
   * Caps the link, all its connections together.
   *
   * @param bytesPerSecond at least 1, or 0 for no cap
   * @throws IllegalArgumentException if it is negative
   */
  void bandwidth(long bytesPerSecond);

  /**
   * Makes the link a black hole, as a partitioned network is: nothing arrives any more, not even
   * the news that a connection was closed or reset, and nobody is told. Bytes under way are held.
   * When this returns, no further byte is delivered. Cutting a link that is cut changes nothing.
   */
  void cut();

  /**
   * Ends a cut. What was held is delivered, in order and after one more delay, as TCP would by
   * sending it again. Healing a link that is not cut changes nothing.
   */
  void heal();

  boolean isCut();

  /** What the link carried since it was opened or since the last {@link #resetReport}. */
  LinkReport report();

  /** Starts the report afresh. Bytes delivered from now on are counted. */
  void resetReport();
}
