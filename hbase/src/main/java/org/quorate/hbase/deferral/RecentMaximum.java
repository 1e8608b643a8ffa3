package org.quorate.hbase.deferral;

/** The largest of the values of late, in windows of time. Not thread-safe. */
final class RecentMaximum {
  private final long window;
  private final double[] largest;
  private long current;

  /**
   * @param window length of one, in nanoseconds
   * @param windows how many are looked back
   */
  RecentMaximum(long window, int windows) {
    this.window = window;
    this.largest = new double[windows];
  }

  /** A value of at least 0. */
  void add(long now, double value) {
    advance(now);
    int index = (int) (current % largest.length);
    largest[index] = Math.max(largest[index], value);
  }

  /** The largest, or 0 if there was none. */
  double largest(long now) {
    advance(now);
    double all = 0;
    for (double each : largest) {
      all = Math.max(all, each);
    }
    return all;
  }

  private void advance(long now) {
    long next = now / window;
    for (long step = Math.max(current + 1, next - largest.length + 1); step <= next; step++) {
      largest[(int) (step % largest.length)] = 0;
    }
    current = Math.max(current, next);
  }
}
