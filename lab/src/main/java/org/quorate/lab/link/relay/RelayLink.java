package org.quorate.lab.link.relay;

import java.util.random.RandomGenerator;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkReport;

/**
 * One link of the relay. The methods of {@link Link} are for any thread; those that are
 * package-private are for the relay's thread alone.
 */
final class RelayLink implements Link {
  /** What one flow holds at most; with a delay of 40 ms this lets 100 MB/s pass. */
  static final int MOST_HELD = 4 * 1024 * 1024;

  /** What one flow holds at most while its link is cut: then nothing but memory is at stake. */
  static final int MOST_HELD_WHEN_CUT = 256 * 1024;

  /** A capped link takes at most what it carries in a hundredth of a second at once. */
  private static final int PIECES_PER_SECOND = 100;

  private static final int SMALLEST_PIECE = 1460;

  private final int from;
  private final int to;
  private final RandomGenerator random;
  private final RelayLoop loop;
  private final TransmissionClock transmission = new TransmissionClock();
  private final LinkStatistics statistics = new LinkStatistics();
  private volatile DelayDistribution delay = DelayDistribution.NONE;
  private volatile long bandwidth;
  private volatile boolean cut;

  RelayLink(int from, int to, RandomGenerator random, RelayLoop loop) {
    this.from = from;
    this.to = to;
    this.random = random;
    this.loop = loop;
  }

  @Override
  public int from() {
    return from;
  }

  @Override
  public int to() {
    return to;
  }

  @Override
  public void delay(DelayDistribution distribution) {
    delay = distribution;
  }

  @Override
  public void bandwidth(long bytesPerSecond) {
    if (bytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "A bandwidth must not be negative, but it is " + bytesPerSecond + " bytes per second.");
    }
    bandwidth = bytesPerSecond;
  }

  @Override
  public void cut() {
    loop.perform(() -> cut = true);
  }

  @Override
  public void heal() {
    loop.perform(
        () -> {
          if (cut) {
            cut = false;
            loop.healed(this);
          }
        });
  }

  @Override
  public boolean isCut() {
    return cut;
  }

  @Override
  public LinkReport report() {
    long cap = bandwidth;
    String configured = delay.text() + (cap == 0 ? "" : " at " + ByteSizes.format(cap) + "/s");
    return statistics.report(from, to, configured);
  }

  @Override
  public void resetReport() {
    statistics.reset();
  }

  /** When bytes that arrived are due, if nothing of their connection is in front of them. */
  long due(long arrival, int bytes) {
    return transmission.transmitted(arrival, bytes, bandwidth) + delay.sampleNanos(random);
  }

  /** Bytes that a flow may hold. */
  int mostHeld() {
    return cut ? MOST_HELD_WHEN_CUT : MOST_HELD;
  }

  /** Bytes that may be taken from a connection at once. */
  int largestPiece() {
    long cap = bandwidth;
    return cap == 0
        ? MOST_HELD
        : (int) Math.max(SMALLEST_PIECE, Math.min(MOST_HELD, cap / PIECES_PER_SECOND));
  }

  ChunkQueue.Deliveries deliveries() {
    return statistics;
  }

  @Override
  public String toString() {
    return from + " -> " + to;
  }
}
