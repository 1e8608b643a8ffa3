package org.quorate.hbase.stamp;

/**
 * How far a server's clock is ahead of this machine's, as far as it is known.
 *
 * @param least milliseconds, below 0 where it is behind
 * @param most milliseconds, at least {@code least}
 */
public record ClockOffset(long least, long most) {
  /** The middle, in milliseconds. */
  public long estimate() {
    return Math.floorDiv(least + most, 2);
  }

  /** How far the estimate may be off, in milliseconds. */
  public long uncertainty() {
    return (most - least + 1) / 2;
  }
}
