package org.quorate.core.policy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Traffic;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.recency.ReadAges;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * One of many alike processes that write a table of three replicas at ONE, as in {@link
 * SimulatedFleet}, of which the others are their writes alone: so it can be looked at for minutes.
 * What it goes by can be made wrong.
 */
final class SimulatedShare {
  private static final int REPLICAS = 3;
  private static final double DECIDED_SECONDS = 2;
  private static final int ROUND_TRIPS = 30;
  private static final ReadLevels LEVELS =
      new ReadLevels(
          new Replication(Map.of("dc1", REPLICAS)), "dc1", LevelLadder.GLOBAL, Level.ONE);

  /** What came of the reads of some time. */
  record Outcome(long reads, long stale, long replicaReads) {
    double staleShare() {
      return (double) stale / reads;
    }

    double replicaReadsPerRead() {
      return (double) replicaReads / reads;
    }

    Outcome plus(Outcome other) {
      return new Outcome(
          reads + other.reads, stale + other.stale, replicaReads + other.replicaReads);
    }
  }

  private final int processes;
  private final RandomGenerator random;
  private final DelayDistribution delay;
  private final double[] cumulated;
  private final long[][] arrivals;
  private final int[] classOf;
  private final RecentWrites writes = new RecentWrites(65_536);
  private final ReadAges ages = new ReadAges();
  private final AgedPairs pairs = new AgedPairs();
  private final AccessSketch sketch;
  private final DecisionLoop loop;
  private CompiledDecision decision;
  private double measuredTimes = 1;
  private double lostPairs;
  private final PairTimes pairTimes = new PairTimes();
  private boolean isTiming;
  private long now;
  private long decideAt;
  private long written;
  private long writtenByAll;
  private long writtenBefore;

  /**
   * @param processes that share the traffic
   * @param weights of the keys
   */
  SimulatedShare(
      ConsistencyPolicy policy,
      int processes,
      DelayDistribution delay,
      double[] weights,
      long seed) {
    this.processes = processes;
    this.random = SeededRandom.stream(seed, 0);
    this.delay = delay;
    this.cumulated = weights.clone();
    this.arrivals = new long[weights.length][REPLICAS];
    this.classOf = new int[weights.length];
    for (int key = 0; key < weights.length; key++) {
      cumulated[key] += key == 0 ? 0 : cumulated[key - 1];
      classOf[key] = key;
    }
    this.sketch = new AccessSketch(seed);
    this.loop =
        new DecisionLoop(
            new LoopSettings(
                policy,
                KeyPopularity.ONE_KEY,
                Duration.ofSeconds(1),
                Duration.ofSeconds(20),
                Duration.ofSeconds(20),
                Optional.of(Level.ALL),
                LoopSettings.DEFAULT_PAIR_BUDGET),
            LEVELS,
            Level.ONE);
    this.decision = new CompiledDecision(loop.at(0).decision(), LEVELS::replicas);
  }

  /** Has round trips measured so many times as long as they are. */
  SimulatedShare measuring(double times) {
    measuredTimes = times;
    return this;
  }

  /** Has pairs timed as they are, as a session has. */
  SimulatedShare timing() {
    isTiming = true;
    loop.timed(pairTimes);
    return this;
  }

  /** Has so large a share of pairs come to nothing. */
  SimulatedShare losing(double share) {
    lostPairs = share;
    return this;
  }

  /** Has each key taken for one of the class that another key is in, drawn once. */
  SimulatedShare shuffled() {
    for (int left = classOf.length; left > 1; left--) {
      int drawn = random.nextInt(left);
      int other = classOf[drawn];
      classOf[drawn] = classOf[left - 1];
      classOf[left - 1] = other;
    }
    return this;
  }

  /**
   * What came of its reads in some time more.
   *
   * @param perSecond reads and writes of all processes, half of each
   */
  Outcome run(double perSecond, Duration more) {
    long until = now + more.toNanos();
    Outcome outcome = new Outcome(0, 0, 0);
    while (now < until) {
      now += (long) (random.nextExponential() / perSecond * 1e9);
      if (now >= decideAt) {
        decide();
      }
      int key = SimulatedTable.draw(cumulated, random);
      boolean isOwn = random.nextInt(processes) == 0;
      if (random.nextBoolean()) {
        write(key, isOwn);
      } else if (isOwn) {
        outcome = outcome.plus(read(key));
      }
      if (isOwn) {
        sketch.add(hash(key));
      }
    }
    return outcome;
  }

  private static long hash(int key) {
    return SeededRandom.mix(key);
  }

  private void write(int key, boolean isOwn) {
    int first = random.nextInt(REPLICAS);
    for (int replica = 0; replica < REPLICAS; replica++) {
      arrivals[key][replica] = replica == first ? now : now + delay.sampleNanos(random);
    }
    writtenByAll++;
    if (isOwn) {
      int slot = writes.slotOf(hash(key));
      writes.begun(slot);
      writes.completed(slot, now);
      written++;
    }
  }

  private Outcome read(int key) {
    long age = writes.nanosSince(writes.slotOf(hash(key)), now);
    int place = sketch.place(hash(classOf[key]));
    ages.add(age, place);
    int asked = LEVELS.replicas(decision.choose(hash(key), age, place).level());
    long stale = isStale(key, asked) ? 1 : 0;
    boolean isTimed = isTiming && pairTimes.takeWanted();
    boolean isDrawn = random.nextDouble() < loop.pairs().chance(age, place);
    if (!isDrawn && !isTimed) {
      return new Outcome(1, stale, asked);
    }
    boolean lacks = isStale(key, 1);
    if (random.nextDouble() >= lostPairs) {
      if (isDrawn) {
        pairs.add(age, place, lacks);
      }
      if (isTiming) {
        pairTimes.add(0, (long) (1e9 * slowest(REPLICAS - 1)), now);
      }
    }
    return new Outcome(1, stale, asked + 1 + REPLICAS);
  }

  private boolean isStale(int key, int asked) {
    int first = random.nextInt(REPLICAS);
    for (int i = 0; i < asked; i++) {
      long asking = i == 0 ? now : now + delay.sampleNanos(random);
      if (arrivals[key][(first + i) % REPLICAS] <= asking) {
        return false;
      }
    }
    return true;
  }

  private void decide() {
    DelaySample slowest = roundTrips(REPLICAS - 1);
    loop.propagation(
        new Propagation(
            slowest.quantile(0.5) / 2, slowest.quantile(0.25) / 2, slowest.quantile(0.75) / 2),
        new RoundTrips(slowest, roundTrips(1)),
        now);
    sketch.maintain(now);
    loop.evidence(new ClassCounts(ages.byClass(), pairs.byClass()), (double) written, now);
    double perSecond = (writtenByAll - writtenBefore) / DECIDED_SECONDS;
    writtenBefore = writtenByAll;
    loop.traffic(new Traffic(now, DECIDED_SECONDS, perSecond, perSecond, 0, true));
    Decision decided = loop.at(now).decision();
    if (!decision.isOf(decided, LEVELS::replicas)) {
      decision = new CompiledDecision(decided, LEVELS::replicas);
    }
    decideAt += (long) (DECIDED_SECONDS * 1e9);
  }

  private DelaySample roundTrips(int replicas) {
    return DelaySample.of(
        DoubleStream.generate(() -> measuredTimes * slowest(replicas))
            .limit(ROUND_TRIPS)
            .boxed()
            .toList());
  }

  private double slowest(int replicas) {
    long slowest = 0;
    for (int i = 0; i < replicas; i++) {
      slowest = Math.max(slowest, delay.sampleNanos(random) + delay.sampleNanos(random));
    }
    return slowest / 1e9;
  }
}
