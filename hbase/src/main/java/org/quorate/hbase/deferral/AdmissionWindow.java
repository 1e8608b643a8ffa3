package org.quorate.hbase.deferral;

/**
 * How many bytes may be pending so that all of them are acknowledged within the bound. Not
 * thread-safe; no clock.
 *
 * <p>Memory could hold more than servers take within the bound, and what is accepted beyond that
 * must miss it. So the window is what the server that is busiest takes in a quarter of the bound,
 * the rest being kept for its pauses (Little's law: bytes pending are the rate times the delay). It
 * shrinks when what is pending would take longer than that, and grows while a call finds no room
 * and it would not. Where the bound is so short that a flush takes about as long, the window is two
 * flushes, so that servers are kept busy although the bound cannot be kept.
 */
final class AdmissionWindow {
  private static final double SHARE_OF_BOUND = 0.25;
  private static final double FLUSHES = 2;
  private static final double GROWTH = 2;
  private static final double LEAST_SHRINK = 0.5;
  private static final long LEAST_BYTES = 64 << 10;

  private final double bound;
  private final long most;
  private long bytes;

  /**
   * @param bound in seconds, above 0
   * @param first bytes to begin with
   * @param most bytes, at least 1
   */
  AdmissionWindow(double bound, long first, long most) {
    this.bound = bound;
    this.most = most;
    this.bytes = Math.min(first, most);
  }

  /** Bytes that may be pending. */
  long bytes() {
    return bytes;
  }

  /**
   * Decides anew.
   *
   * @param pending bytes now
   * @param drain seconds that the busiest server needs for what is pending for it; 0 where every
   *     server is sent whatever there is for it, or nothing is known
   * @param flush seconds that a flush takes on average, 0 where that is not known
   * @param wanted whether a call found no room of late
   */
  void observe(long pending, double drain, double flush, boolean wanted) {
    double target = Math.max(SHARE_OF_BOUND * bound, FLUSHES * flush);
    if (drain > target) {
      double less = Math.min(bytes, pending) * Math.max(LEAST_SHRINK, target / drain);
      bytes = Math.min(bytes, Math.max(Math.min(LEAST_BYTES, most), (long) less));
    } else if (wanted) {
      double growth = drain > 0 ? Math.min(GROWTH, target / drain) : GROWTH;
      bytes = (long) Math.min((double) most, bytes * growth);
    }
  }
}
