package org.quorate.core.deferral;

import java.util.OptionalDouble;

/**
 * Spends the bound on cheaper writes, and no more of it than buys something.
 *
 * <p><b>Size.</b> Sizes are powers of two. The next larger size is tried while the last doubling
 * made a write cheaper by at least {@code gain}, the size in effect is left for the next smaller
 * one when it did not, and for a smaller one as well when a flush of that size takes more than half
 * of the bound on average (one that a server stalled says nothing about its size). What a write
 * costs is the time of a flush divided by its writes. A size that has not been measured of late is
 * waited for, or tried; one that writes do not fill within the bound never will be, and is left for
 * the next smaller one.
 *
 * <p><b>Wait.</b> The longest that the bound leaves beside a slow flush; not longer than twice the
 * time in which a flush of that size comes together; and none where not even a second write is
 * expected in that time, since waiting would then buy nothing.
 *
 * @param gain share by which a doubling must make a write cheaper to be kept, above 0 and below 1
 * @param leastBatchBytes the smallest size, at least 1
 */
public record AdaptiveDeferral(double gain, long leastBatchBytes) implements DeferralPolicy {
  /** Keeps a doubling that saves one twentieth; sizes from 16 KiB. */
  public static final AdaptiveDeferral STANDARD = new AdaptiveDeferral(0.05, 16 << 10);

  private static final double SLOW_FLUSH = 0.5;

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public AdaptiveDeferral {
    if (!(gain > 0 && gain < 1)) {
      throw new IllegalArgumentException(
          "The gain must be a share above 0 and below 1, but it is " + gain + ".");
    }
    if (leastBatchBytes < 1) {
      throw new IllegalArgumentException(
          "A flush must have room for at least 1 byte, but it has " + leastBatchBytes + ".");
    }
  }

  @Override
  public DeferralDecision decide(DeferralObservation observation) {
    Size size = size(observation);
    double wait = observation.waitWithinBound();
    if (!sharesFlushes(observation)) {
      return new DeferralDecision(
          0, size.bytes(), "Writes are too rare to share a flush within the bound.");
    }
    double bytesPerSecond = observation.writesPerSecond() * observation.bytesPerWrite();
    double filled = bytesPerSecond > 0 ? 2 * size.bytes() / bytesPerSecond : wait;
    return new DeferralDecision(Math.min(wait, filled), size.bytes(), size.reason());
  }

  private Size size(DeferralObservation observation) {
    long most = Math.max(leastBatchBytes, FlushCosts.sizeClass(observation.mostBatchBytes()));
    long least = Math.min(FlushCosts.sizeClass(leastBatchBytes), most);
    long current =
        Math.max(least, Math.min(most, FlushCosts.sizeClass(observation.current().batchBytes())));
    OptionalDouble here = cost(observation, current);
    if (here.isEmpty()) {
      if (current > least && sharesFlushes(observation) && !canFill(observation, current)) {
        return new Size(
            current / 2,
            "Flushes of this size do not come together within the bound: smaller ones.");
      }
      return new Size(current, "What a write costs in flushes of this size is being measured.");
    }
    if (current > least && flushTime(observation, current) > SLOW_FLUSH * observation.bound()) {
      return new Size(current / 2, "Flushes take more than half of the bound: smaller ones.");
    }
    double keep = 1 - gain;
    OptionalDouble smaller = cost(observation, current / 2);
    if (current > least
        && smaller.isPresent()
        && here.getAsDouble() > keep * smaller.getAsDouble()) {
      return new Size(current / 2, "Flushes half as large cost a write hardly more.");
    }
    if (current < most && canFill(observation, 2 * current)) {
      OptionalDouble larger = cost(observation, 2 * current);
      if (larger.isEmpty() || larger.getAsDouble() < keep * here.getAsDouble()) {
        return new Size(2 * current, "Larger flushes may make a write cheaper.");
      }
    }
    if (current > least && smaller.isEmpty()) {
      return new Size(current / 2, "Flushes half as large may cost a write hardly more.");
    }
    return new Size(current, "Neither smaller nor larger flushes are better.");
  }

  /** Seconds that a flush of a size takes on average, or 0 where that is not known. */
  private static double flushTime(DeferralObservation observation, long size) {
    double writes = observation.bytesPerWrite() > 0 ? size / observation.bytesPerWrite() : 0;
    return observation.costOf(size).map(cost -> cost.secondsPerWrite() * writes).orElse(0.0);
  }

  /** Whether a second write is expected within the wait; otherwise there is nothing to measure. */
  private static boolean sharesFlushes(DeferralObservation observation) {
    return observation.writesPerSecond() * observation.waitWithinBound() >= 1;
  }

  private static boolean canFill(DeferralObservation observation, long bytes) {
    return observation.writesPerSecond()
            * observation.bytesPerWrite()
            * observation.waitWithinBound()
        >= bytes;
  }

  private static OptionalDouble cost(DeferralObservation observation, long size) {
    return observation
        .costOf(Math.max(1, size))
        .map(cost -> OptionalDouble.of(cost.secondsPerWrite()))
        .orElse(OptionalDouble.empty());
  }

  private record Size(long bytes, String reason) {}
}
