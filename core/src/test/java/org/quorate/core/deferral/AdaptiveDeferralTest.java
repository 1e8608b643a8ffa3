package org.quorate.core.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class AdaptiveDeferralTest {
  private static final long KB = 1 << 10;
  private static final long MB = 1 << 20;
  private static final double BUSY = 50_000;

  private final AdaptiveDeferral policy = AdaptiveDeferral.STANDARD;

  @Test
  void growsWhileADoublingMakesAWriteClearlyCheaper() {
    assertThat(settledSize(bytes -> cost(bytes, 0.002), BUSY)).isEqualTo(MB);
  }

  @Test
  void shrinksToTheSmallestWhereSizeBuysNothing() {
    assertThat(settledSize(bytes -> 20e-6, BUSY)).isEqualTo(16 * KB);
  }

  @Test
  void theCheaperTheFixedPartTheSmallerTheFlush() {
    assertThat(settledSize(bytes -> cost(bytes, 0.0005), BUSY))
        .isLessThan(settledSize(bytes -> cost(bytes, 0.002), BUSY));
  }

  @Test
  void doesNotGrowBeyondWhatCanComeTogetherWithinTheBound() {
    assertThat(settledSize(bytes -> cost(bytes, 0.005), 200)).isLessThanOrEqualTo(128 * KB);
  }

  @Test
  void leavesASizeThatTheLoadDoesNotBringTogetherWithinTheBound() {
    double afterTheBurst = 100;
    long size = settledSize(4 * MB, bytes -> 20e-6, afterTheBurst);
    assertThat(size).isEqualTo(16 * KB);
    DeferralDecision decision =
        policy.decide(
            observation(1, 0.01, afterTheBurst, 4 * MB, costs(2 * size, bytes -> 20e-6), size));
    assertThat(decision.longestWait()).isLessThan(0.4);
    assertThat(settledSize(4 * MB, bytes -> cost(bytes, 0.05), afterTheBurst)).isEqualTo(32 * KB);
  }

  @Test
  void keepsItsSizeWhileWritesAreTooRareToBeMeasured() {
    for (double rate : new double[] {0, 1}) {
      DeferralObservation idle = observation(1, 0.01, rate, 4 * MB, List.of(), 128 * KB);
      assertThat(policy.decide(idle).batchBytes()).isEqualTo(128 * KB);
    }
  }

  @Test
  void neverExceedsTheLargestFlush() {
    DeferralObservation observation =
        observation(1, 0.01, BUSY, 256 * KB, costs(256 * KB, bytes -> cost(bytes, 0.1)), 256 * KB);
    assertThat(policy.decide(observation).batchBytes()).isEqualTo(256 * KB);
    DeferralObservation tooLarge = observation(1, 0.01, BUSY, 256 * KB, List.of(), 4 * MB);
    assertThat(policy.decide(tooLarge).batchBytes()).isEqualTo(256 * KB);
  }

  @Test
  void shrinksWhenFlushesTakeMoreThanHalfOfTheBound() {
    DeferralDecision decision =
        policy.decide(observation(1, 0.6, BUSY, 4 * MB, costs(MB, bytes -> cost(bytes, 1)), MB));
    assertThat(decision.batchBytes()).isEqualTo(512 * KB);
    assertThat(decision.longestWait()).isLessThanOrEqualTo(0.25 + 1e-9);
  }

  @Test
  void oneSlowFlushShortensTheWaitAndNotTheFlushes() {
    DeferralDecision decision =
        policy.decide(observation(1, 0.6, BUSY, MB, costs(MB, bytes -> cost(bytes, 0.05)), MB));
    assertThat(decision.batchBytes()).isEqualTo(MB);
    assertThat(decision.longestWait()).isLessThanOrEqualTo(0.25 + 1e-9);
  }

  @Test
  void waitsUntilThereAreMeasurements() {
    DeferralDecision decision =
        policy.decide(observation(1, 0.01, BUSY, 4 * MB, List.of(), 128 * KB));
    assertThat(decision.batchBytes()).isEqualTo(128 * KB);
    assertThat(decision.reason()).contains("being measured");
  }

  @Test
  void rareWritesWaitForNobody() {
    DeferralDecision decision =
        policy.decide(observation(1, 0.01, 0.5, 4 * MB, List.of(), 128 * KB));
    assertThat(decision.longestWait()).isZero();
  }

  @Test
  void waitsAsLongAsTheBoundLeavesBesideASlowFlush() {
    assertThat(policy.decide(observation(1, 0.45, 50, 4 * MB, List.of(), MB)).longestWait())
        .isCloseTo(0.325, within(1e-9));
    assertThat(policy.decide(observation(1, 0, 50, 4 * MB, List.of(), MB)).longestWait())
        .isCloseTo(0.35, within(1e-9));
    assertThat(policy.decide(observation(1, 10, 50, 4 * MB, List.of(), 16 * KB)).longestWait())
        .isCloseTo(0.25, within(1e-9));
  }

  @Test
  void doesNotWaitLongerThanAFlushNeedsToComeTogether() {
    DeferralDecision decision =
        policy.decide(observation(10, 0.01, BUSY, 4 * MB, List.of(), 128 * KB));
    assertThat(decision.longestWait()).isCloseTo(2 * 128 * KB / (BUSY * 1000), within(1e-9));
  }

  @Test
  void theFixedPolicyKeepsItsSizeAndTheBound() {
    DeferralDecision decision =
        new FixedDeferral(MB).decide(observation(1, 0.45, 50, 4 * MB, List.of(), 16 * KB));
    assertThat(decision.batchBytes()).isEqualTo(MB);
    assertThat(decision.longestWait()).isCloseTo(0.325, within(1e-9));
  }

  @Test
  void valuesOutOfRangeAreRefused() {
    assertThatThrownBy(() -> new AdaptiveDeferral(0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new AdaptiveDeferral(0.1, 0))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new FixedDeferral(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new DeferralDecision(Double.NaN, 1, ""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> observation(0, 0, 0, 1, List.of(), 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private long settledSize(DoubleUnaryOperator cost, double writesPerSecond) {
    return settledSize(128 * KB, cost, writesPerSecond);
  }

  /**
   * Where the size comes to rest when every size is measured as soon as it is tried, and a flush
   * has that size or what came together within the wait, whichever is less.
   */
  private long settledSize(long first, DoubleUnaryOperator cost, double writesPerSecond) {
    long size = first;
    List<FlushCost> known = new ArrayList<>();
    for (int round = 0; round < 50; round++) {
      DeferralObservation seen = observation(1, 0.01, writesPerSecond, 4 * MB, known, size);
      long together = (long) (writesPerSecond * seen.bytesPerWrite() * seen.waitWithinBound());
      long flushed = FlushCosts.sizeClass(Math.min(size, together));
      if (known.stream().noneMatch(each -> each.batchBytes() == flushed)) {
        known.add(new FlushCost(flushed, 10, cost.applyAsDouble((double) flushed)));
      }
      size = policy.decide(observation(1, 0.01, writesPerSecond, 4 * MB, known, size)).batchBytes();
    }
    return size;
  }

  /** A fixed part for every flush, and 20 microseconds for every write of 1000 bytes. */
  private static double cost(double bytes, double fixedSeconds) {
    return fixedSeconds / (bytes / 1000) + 20e-6;
  }

  private static List<FlushCost> costs(long size, DoubleUnaryOperator cost) {
    return List.of(
        new FlushCost(size / 2, 10, cost.applyAsDouble(size / 2.0)),
        new FlushCost(size, 10, cost.applyAsDouble((double) size)));
  }

  private static DeferralDecision current(long bytes) {
    return new DeferralDecision(0.5, bytes, "");
  }

  private static DeferralObservation observation(
      double bound,
      double flushTime,
      double writesPerSecond,
      long most,
      List<FlushCost> costs,
      long current) {
    return new DeferralObservation(
        bound, flushTime, writesPerSecond, 1000, most, costs, current(current));
  }
}
