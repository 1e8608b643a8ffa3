package org.quorate.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.quorate.core.control.DecisionLoop;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.control.Traffic;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.replica.RangesBehind;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/**
 * How long the one thread that decides takes for all tables of a large cluster: until a replica
 * that is behind has its ranges raised in each, and for a round of decisions on new counts. Tallies
 * have reads and pairs of every age and class, and others write twice as much as this process. What
 * the driver takes to tell the ring, once for each change of it, is not in this. Run it with {@code
 * java -jar bench/target/benchmarks.jar ManyTables}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@NullUnmarked // JMH sets the fields
public class ManyTablesBenchmark {
  private static final int NODES = 200;
  private static final int TABLES = 200;
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Tokens of each node. */
  @Param({"16", "256"})
  public int tokens;

  private final List<UUID> nodes = new ArrayList<>();
  private final List<ReplicatedRange> ring = new ArrayList<>();
  private final List<DecisionLoop> loops = new ArrayList<>();
  private final ReadLevels levels =
      new ReadLevels(new Replication(Map.of("dc1", 3)), "dc1", LevelLadder.LOCAL, Level.ONE);
  private final ClassCounts counted = counts();
  private ClassCounts counts = counted;
  private double ownWrites;
  private long now;
  private int behind;

  /** Reads and pairs of every age in each class; of the younger ones some are stale. */
  private static ClassCounts counts() {
    double[] reads = new double[AgeBins.COUNT];
    double[] stale = new double[AgeBins.COUNT];
    for (int bin = 0; bin < AgeBins.COUNT; bin++) {
      reads[bin] = 1 + bin;
      stale[bin] = 1.0 / (1 + bin);
    }
    AgeCounts all = AgeCounts.of(reads);
    AgedPairCounts pairs = new AgedPairCounts(all, AgeCounts.of(stale));
    List<AgeCounts> readsByClass = new ArrayList<>();
    List<AgedPairCounts> pairsByClass = new ArrayList<>();
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      readsByClass.add(all);
      pairsByClass.add(pairs);
    }
    return new ClassCounts(readsByClass, pairsByClass);
  }

  /** A ring on which each range has three nodes, and loops that know enough to decide. */
  @Setup
  public void open() {
    SplittableRandom random = new SplittableRandom(42);
    for (int node = 0; node < NODES; node++) {
      nodes.add(new UUID(1, node));
    }
    long[] ends = random.longs((long) NODES * tokens).sorted().toArray();
    for (int range = 0; range < ends.length; range++) {
      int first = random.nextInt(NODES);
      ring.add(
          new ReplicatedRange(
              new KeyRange(ends[(range + ends.length - 1) % ends.length], ends[range]),
              Set.of(
                  nodes.get(first),
                  nodes.get((first + 1) % NODES),
                  nodes.get((first + 2) % NODES))));
    }
    List<Double> slowest = new ArrayList<>();
    for (int trip = 1; trip <= 240; trip++) {
      slowest.add(trip / 2_000.0);
    }
    DelaySample sample = DelaySample.of(slowest);
    for (int table = 0; table < TABLES; table++) {
      DecisionLoop loop =
          new DecisionLoop(
              new LoopSettings(
                  Policies.of("quorate", 0.01),
                  KeyPopularity.ONE_KEY,
                  Duration.ZERO,
                  Duration.ofDays(1),
                  Duration.ofDays(1),
                  Optional.empty(),
                  LoopSettings.DEFAULT_PAIR_BUDGET),
              levels,
              Level.LOCAL_QUORUM);
      loop.propagation(Propagation.exactly(0.03), new RoundTrips(sample, sample), 0);
      loops.add(loop);
    }
    for (int round = 0; round < 3; round++) {
      decide();
    }
  }

  private CompiledDecision compiled(DecisionLoop loop) {
    return new CompiledDecision(loop.at(now).decision(), levels::replicas);
  }

  /** Another replica is behind: its ranges, and with them the decisions of all tables. */
  @Benchmark
  public List<CompiledDecision> signal() {
    now += SECOND;
    behind = (behind + 1) % NODES;
    List<KeyRange> ranges = RangesBehind.of(ring, Set.of(nodes.get(behind)));
    List<CompiledDecision> decisions = new ArrayList<>();
    for (DecisionLoop loop : loops) {
      loop.behind(ranges, now);
      decisions.add(compiled(loop));
    }
    return decisions;
  }

  /** A round of decisions on what was counted since the last one. */
  @Benchmark
  public List<CompiledDecision> round() {
    return decide();
  }

  private List<CompiledDecision> decide() {
    now += SECOND;
    ownWrites += 100;
    counts = counts.plus(counted);
    List<CompiledDecision> decisions = new ArrayList<>();
    for (DecisionLoop loop : loops) {
      loop.traffic(new Traffic(now, 1, 300, 300, 0, true));
      loop.evidence(counts, ownWrites, now);
      decisions.add(compiled(loop));
    }
    return decisions;
  }
}
