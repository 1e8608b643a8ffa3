package org.quorate.core.staleness.wars;

import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;
import org.quorate.core.staleness.StalenessModel;

/**
 * The chance that a random read is stale, by {@linkplain WarsSimulation WARS}: for Poisson writes
 * of rate w to a key, E[1 - e<sup>-w T</sup>] over the threshold ages T of simulated writes and
 * reads, averaged over keys by their share of the reads. Other than {@link
 * org.quorate.core.staleness.RandomReadModel} it knows the read's own way, and how long a write's
 * acknowledgements take.
 *
 * <p>Clients are taken to know tokens, so that any replica may coordinate and a read asks its
 * coordinator first. Messages between replicas take {@linkplain OneWayDelay lognormal} times, all
 * four legs and all pairs of replicas alike: as measured round trips say, or the propagation time
 * where too few were measured. A read that is sent when its write was acknowledged is later at the
 * replica by the acknowledgement's way to the client and its own from there, which is what a
 * request takes that waits for no other replica: {@linkplain
 * org.quorate.core.staleness.RoundTrips#alone where that was measured}, {@value #CLIENTS} quantiles
 * of it are taken off every threshold. Left out are queues, repair by other reads, and speculative
 * retry; of these the latter two make real reads fresher.
 *
 * <p>The bounds of an estimate are those of 95 % for the draws, at the bounds of the delays'
 * median: of a sample of n round trips with a logarithm of deviation s that is off by a factor of
 * e<sup>1.96 &middot; 1.2533 s / &radic;n</sup> (the error of a normal sample's median; s of one
 * way, which is the larger); of a propagation time those that it states. The upper one takes at
 * most half of a leg's median off for clients, since a process that has just begun takes far longer
 * for its first requests than for later ones. How many replicas a tolerance needs is decided by the
 * upper bound.
 *
 * <p>Deterministic for its seed, and thread-safe. Of legs that have the same spread thresholds
 * differ by their median only, so trials are drawn with a median of 1, for spreads of whole
 * hundredths, of which the next above is taken; the {@value #MOST_DRAWN} drawings that were asked
 * for last are remembered, of up to 8 bytes for each trial and replica.
 */
public final class PbsModel implements StalenessModel {
  private static final double DEVIATIONS =
      NormalDistribution.of(0, 1).inverseSurvivalProbability((1 - StaleAges.CONFIDENCE) / 2);

  /** Of a normal sample's median, by that of its mean. */
  private static final double ERROR_OF_MEDIAN = Math.sqrt(Math.PI / 2);

  private static final int CLIENTS = 6;
  private static final int MOST_DRAWN = 64;
  private static final double SPREADS_OF_ONE = 100;

  /** So that whole hundredths stay what they are. */
  private static final double ROUNDING = 1e-9;

  private final long seed;
  private final int trials;
  private final Map<Drawing, StaleAges> drawn =
      Collections.synchronizedMap(
          new LinkedHashMap<>(MOST_DRAWN, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<Drawing, StaleAges> eldest) {
              return size() > MOST_DRAWN;
            }
          });

  /**
   * @param seed of the trials
   * @param trials at least 1; a read at one replica of three that misses a spread-out write is
   *     estimated with an error of about 1.4 / &radic;trials of itself
   */
  public PbsModel(long seed, int trials) {
    this.seed = seed;
    this.trials = trials;
  }

  private record Drawing(int replicas, int writeReplicas, double sigma) {}

  /** Lognormal legs: their spread, their median in seconds, and what that may be. */
  private record Legs(double sigma, double median, double low, double high) {
    static Legs of(Observation observation) {
      DelaySample measured = observation.evidence().roundTrips().slowest();
      int others = observation.replicationFactor() - 1;
      if (measured.size() < OneWayDelay.FEWEST_ROUND_TRIPS || others == 0) {
        Propagation time = observation.propagation();
        return new Legs(
            OneWayDelay.of(time).sigma(), time.seconds(), time.lowSeconds(), time.highSeconds());
      }
      OneWayDelay delay = OneWayDelay.of(measured, others);
      double median = Math.exp(delay.logMedian());
      double error = ERROR_OF_MEDIAN * delay.sigma() / Math.sqrt(measured.size());
      double factor = Math.exp(DEVIATIONS * error);
      return new Legs(delay.sigma(), median, median / factor, median * factor);
    }

    /**
     * What clients take, in medians of a leg.
     *
     * @param seconds that median, at least 0
     * @param most what is believed of it, in seconds
     */
    static double[] clientTimes(Observation observation, double seconds, double most) {
      RoundTrips trips = observation.evidence().roundTrips();
      if (!trips.isAloneKnown() || seconds <= 0) {
        return new double[] {0};
      }
      double[] times = new double[CLIENTS];
      Arrays.setAll(
          times, i -> Math.min(most, trips.alone().quantile((i + 0.5) / CLIENTS)) / seconds);
      return times;
    }
  }

  @Override
  public String name() {
    return "pbs";
  }

  @Override
  public String meaning() {
    return "chance that a random read is stale, by the write rate of each key and by simulated"
        + " delays of writes, acknowledgements and reads (WARS)";
  }

  @Override
  public double raw(Observation observation, double propagationSeconds, int readReplicas) {
    double stated = observation.propagation().seconds();
    Legs legs = Legs.of(observation);
    // Where no time was stated there is none to be replaced.
    double median = stated > 0 ? legs.median() * propagationSeconds / stated : legs.median();
    return ages(observation, legs.sigma())
        .rateAlone(
            observation.writesPerSecond() * median,
            observation.popularity(),
            readReplicas,
            Legs.clientTimes(observation, median, Double.POSITIVE_INFINITY));
  }

  @Override
  public double rawLow(Observation observation, int readReplicas) {
    Legs legs = Legs.of(observation);
    return rate(observation, legs.sigma(), legs.low(), Double.POSITIVE_INFINITY, readReplicas)
        .interval()
        .low();
  }

  @Override
  public double rawHigh(Observation observation, int readReplicas) {
    Legs legs = Legs.of(observation);
    double most = RoundTrips.MOST_OF_A_WAY * legs.median();
    return rate(observation, legs.sigma(), legs.high(), most, readReplicas).interval().high();
  }

  private SimulatedRate rate(
      Observation observation, double sigma, double median, double most, int readReplicas) {
    return ages(observation, sigma)
        .rate(
            observation.writesPerSecond() * median,
            observation.popularity(),
            readReplicas,
            Legs.clientTimes(observation, median, most));
  }

  /** Two threads may draw the same at once, which is the same. */
  StaleAges ages(Observation observation, double sigma) {
    Drawing drawing =
        new Drawing(
            observation.replicationFactor(),
            observation.writeReplicas(),
            Math.ceil(sigma * SPREADS_OF_ONE - ROUNDING) / SPREADS_OF_ONE);
    StaleAges known = drawn.get(drawing);
    if (known == null) {
      Leg leg = Leg.of(new OneWayDelay(0, drawing.sigma()));
      WarsScenario scenario =
          WarsScenario.tokenAware(drawing.replicas(), drawing.writeReplicas(), leg);
      known = WarsSimulation.run(scenario, trials, SeededRandom.stream(seed, 0));
      drawn.put(drawing, known);
    }
    return known;
  }

  @Override
  public int replicasNeeded(Observation observation, double tolerance) {
    if (!(tolerance >= 0 && tolerance <= 1)) {
      throw new IllegalArgumentException(
          "A tolerance is a rate from 0 to 1, but it is " + tolerance + ".");
    }
    int replicas = 1;
    while (replicas < observation.replicationFactor()
        && rawHigh(observation, replicas) > tolerance) {
      replicas++;
    }
    return replicas;
  }
}
