package org.quorate.core.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Traffic;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.HeardEvidence;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AccessSketch;
import org.quorate.core.recency.AgedPairs;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.ClocksApart;
import org.quorate.core.recency.PairBudget;
import org.quorate.core.recency.ReadAges;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * Alike processes that read and write a table of three replicas at ONE, at random instants in
 * virtual time. A write is complete when one replica, drawn at random, has it, and reaches each
 * other after a delay of its own; a read asks one replica drawn at random at its instant, and the
 * others when the request has got there. Each process decides as in a session, on what it has seen
 * itself, and on the table's rates; pairs of reads are judged by dates, of which each process has
 * those of its own clock.
 */
final class SimulatedFleet {
  private static final int REPLICAS = 3;
  private static final double DECIDED_SECONDS = 2;
  private static final int ROUND_TRIPS = 30;
  private static final ReadLevels LEVELS =
      new ReadLevels(
          new Replication(Map.of("dc1", REPLICAS)), "dc1", LevelLadder.GLOBAL, Level.ONE);

  /** What came of a run, after its warm-up. */
  record Outcome(long reads, long stale, long replicaReads, String reason) {
    double staleShare() {
      return (double) stale / reads;
    }

    double replicaReadsPerRead() {
      return (double) replicaReads / reads;
    }
  }

  /** The newest write of one key. */
  private static final class Key {
    final long[] arrivals = new long[REPLICAS];
    long date;
  }

  private static final class Member {
    final RecentWrites writes = new RecentWrites(65_536);
    final ReadAges ages = new ReadAges();
    final AgedPairs pairs = new AgedPairs();
    final ClocksApart clocks = new ClocksApart();
    final AccessSketch sketch;
    final DecisionLoop loop;
    final UUID id;
    final HeardEvidence heard;
    long written;
    CompiledDecision decision;

    Member(ConsistencyPolicy policy, double pairBudget, long seed) {
      sketch = new AccessSketch(seed);
      id = new UUID(0, seed);
      heard = new HeardEvidence(id, Duration.ofSeconds(15), Duration.ofMinutes(1));
      loop =
          new DecisionLoop(
              new LoopSettings(
                  policy,
                  KeyPopularity.ONE_KEY,
                  Duration.ofSeconds(1),
                  Duration.ofSeconds(20),
                  Duration.ofSeconds(20),
                  Optional.of(Level.ALL),
                  pairBudget),
              LEVELS,
              Level.ONE);
      decision = new CompiledDecision(loop.at(0).decision(), LEVELS::replicas);
    }
  }

  private final boolean byClass;
  private final RandomGenerator random;
  private final DelayDistribution delay;
  private final double[] cumulated;
  private final Key[] keys;
  private final Member[] processes;
  private long now;
  private long decideAt;
  private long written;
  private long writtenBefore;
  private long behind;
  private boolean isBehindMinded;
  private boolean isTelling;
  private boolean isSampling = true;

  /**
   * @param byClass whether processes tell keys apart and know how much others write
   * @param pairBudget replica reads that pairs may add to each read
   */
  SimulatedFleet(
      ConsistencyPolicy policy,
      boolean byClass,
      double pairBudget,
      int processes,
      DelayDistribution delay,
      double[] weights,
      long seed) {
    this.random = SeededRandom.stream(seed, 0);
    this.byClass = byClass;
    this.delay = delay;
    this.cumulated = weights.clone();
    this.keys = new Key[weights.length];
    for (int i = 0; i < weights.length; i++) {
      cumulated[i] += i == 0 ? 0 : cumulated[i - 1];
      keys[i] = new Key();
    }
    this.processes = new Member[processes];
    for (int i = 0; i < processes; i++) {
      this.processes[i] = new Member(policy, pairBudget, seed + i);
    }
  }

  /**
   * Has the clock of the first process be behind that of all others, and tells of its reads alone.
   *
   * @param minded whether processes mind that pairs hide what is stale then
   */
  SimulatedFleet withClockBehind(Duration by, boolean minded) {
    behind = by.toNanos();
    isBehindMinded = minded;
    return this;
  }

  /** Has nobody sample a level between. */
  SimulatedFleet withoutSamples() {
    isSampling = false;
    return this;
  }

  /** Has processes tell one another what they know, as often as they decide. */
  SimulatedFleet telling() {
    isTelling = true;
    for (Member process : processes) {
      process.loop.others(process.heard);
    }
    return this;
  }

  private void tell() {
    List<ProcessEvidence> told = new ArrayList<>();
    for (Member process : processes) {
      told.add(ProcessEvidence.of(process.id, now, 1, process.loop.ownEvidence(), List.of()));
    }
    for (Member process : processes) {
      process.heard.take(EvidenceMap.of(told), 1, now);
    }
  }

  private long date(Member process) {
    return process == processes[0] ? now - behind : now;
  }

  /**
   * @param perSecond reads and writes of all processes, half of each
   */
  Outcome run(double perSecond, Duration warmUp, Duration measured) {
    long until = warmUp.plus(measured).toNanos();
    long reads = 0;
    long stale = 0;
    long replicaReads = 0;
    while (now < until) {
      now += (long) (random.nextExponential() / perSecond * 1e9);
      if (now >= decideAt) {
        decide();
      }
      int key = SimulatedTable.draw(cumulated, random);
      long hash = SeededRandom.mix(key);
      Member process = processes[random.nextInt(processes.length)];
      if (random.nextBoolean()) {
        write(process, key, hash);
      } else {
        long asked = read(process, key, hash);
        if (now >= warmUp.toNanos() && (behind == 0 || process == processes[0])) {
          reads++;
          stale += asked < 0 ? 1 : 0;
          replicaReads += Math.abs(asked);
        }
      }
      process.sketch.add(hash);
    }
    return new Outcome(reads, stale, replicaReads, processes[0].decision.decision().reason());
  }

  private void write(Member process, int key, long hash) {
    int first = random.nextInt(REPLICAS);
    for (int replica = 0; replica < REPLICAS; replica++) {
      keys[key].arrivals[replica] = replica == first ? now : now + delay.sampleNanos(random);
    }
    keys[key].date = date(process);
    int slot = process.writes.slotOf(hash);
    process.writes.begun(slot);
    process.writes.completed(slot, now);
    process.written++;
    written++;
  }

  /**
   * @return replicas that were asked, negative where the read is stale
   */
  private long read(Member process, int key, long hash) {
    long age = process.writes.nanosSince(process.writes.slotOf(hash), now);
    int place = process.sketch.place(hash);
    process.ages.add(age, place);
    int asked = LEVELS.replicas(process.decision.choose(hash, age, place).level());
    boolean isStale = isStale(key, asked);
    int ofPair = 0;
    PairBudget pairs = process.loop.pairs();
    PairBudget.Drawn drawn = pairs.draw(age, place, random.nextDouble());
    Level between = pairs.between();
    if (drawn == PairBudget.Drawn.WEAKEST) {
      pair(process, key, age, place);
      ofPair = 1 + REPLICAS;
    } else if (drawn == PairBudget.Drawn.BETWEEN && between != null && isSampling) {
      process.pairs.addBetween(isStale(key, LEVELS.replicas(between)));
      ofPair = LEVELS.replicas(between) + REPLICAS;
    }
    return isStale ? -asked - ofPair : asked + ofPair;
  }

  private void pair(Member process, int key, long age, int place) {
    boolean lacks = isStale(key, 1);
    long lead = keys[key].date - date(process);
    if (!lacks || lead <= 0) {
      process.pairs.add(age, place, lacks);
    } else if (!isBehindMinded) {
      process.pairs.add(age, place, false);
    }
    // A tenth more than the strong read of the pair took.
    if (isBehindMinded && lead > 1.1e9 * slowest(REPLICAS - 1)) {
      process.clocks.seen(now);
    }
  }

  private boolean isStale(int key, int asked) {
    int first = random.nextInt(REPLICAS);
    for (int i = 0; i < asked; i++) {
      long asking = i == 0 ? now : now + delay.sampleNanos(random);
      if (keys[key].arrivals[(first + i) % REPLICAS] <= asking) {
        return false;
      }
    }
    return true;
  }

  private void decide() {
    for (Member process : processes) {
      DelaySample slowest = roundTrips(2);
      process.loop.propagation(
          new Propagation(
              slowest.quantile(0.5) / 2, slowest.quantile(0.25) / 2, slowest.quantile(0.75) / 2),
          new RoundTrips(slowest, roundTrips(1)),
          now);
      process.sketch.maintain(now);
      process.loop.clocks(process.clocks.areSeen(now));
      if (byClass) {
        process.loop.classes(process.sketch.areClassesKnown());
        process.loop.evidence(
            new ClassCounts(
                process.ages.byClass(), process.pairs.byClass(), 0, process.pairs.between()),
            (double) process.written,
            now);
      } else {
        process.loop.evidence(
            ClassCounts.unclassed(process.ages.counts(), process.pairs.counts()), 0, now);
      }
      double writes = (written - writtenBefore) / DECIDED_SECONDS;
      process.loop.traffic(new Traffic(now, DECIDED_SECONDS, writes, writes, 0, true));
      Decision decided = process.loop.at(now).decision();
      if (!process.decision.isOf(decided, LEVELS::replicas)) {
        process.decision = new CompiledDecision(decided, LEVELS::replicas);
      }
    }
    if (isTelling) {
      tell();
    }
    writtenBefore = written;
    decideAt += (long) (DECIDED_SECONDS * 1e9);
  }

  private DelaySample roundTrips(int replicas) {
    return DelaySample.of(
        DoubleStream.generate(() -> slowest(replicas)).limit(ROUND_TRIPS).boxed().toList());
  }

  private double slowest(int replicas) {
    long slowest = 0;
    for (int i = 0; i < replicas; i++) {
      slowest = Math.max(slowest, delay.sampleNanos(random) + delay.sampleNanos(random));
    }
    return slowest / 1e9;
  }
}
