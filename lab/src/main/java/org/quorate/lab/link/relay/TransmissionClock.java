package org.quorate.lab.link.relay;

/**
 * When a capped link has put bytes on the wire: a virtual clock that runs ahead of the real one by
 * the time that what was accepted still takes at the link's bandwidth. Instants are nanoseconds on
 * any clock that does not go backwards. Not thread-safe.
 */
final class TransmissionClock {
  private static final double NANOSECONDS_PER_SECOND = 1e9;

  private long free = Long.MIN_VALUE;

  /**
   * Takes bytes and says when the last of them has left: {@code max(arrival, free) + bytes /
   * bandwidth}, after which the link is free again.
   *
   * @param bytesPerSecond the cap, or 0 for none: then the bytes leave when they arrive
   */
  long transmitted(long arrival, int bytes, long bytesPerSecond) {
    if (bytesPerSecond == 0) {
      // A cap that was lifted must not delay later bytes, nor a new one start with an old debt.
      free = Long.MIN_VALUE;
      return arrival;
    }
    double nanoseconds = bytes * NANOSECONDS_PER_SECOND / bytesPerSecond;
    free = Math.max(arrival, free) + (long) Math.ceil(nanoseconds);
    return free;
  }
}
