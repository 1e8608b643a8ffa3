package org.quorate.cli.observe;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.ObservedLevels;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.statistics.Interval;
import org.quorate.core.statistics.Wilson;

/** Reports as an observer makes them. */
public final class Reports {
  private static final Replication REPLICATION = new Replication(Map.of("dc1", 3));
  public static final ReadLevels LEVELS =
      ObservedLevels.of("shop", REPLICATION, "dc1", Level.QUORUM);
  private static final Propagation TIME = new Propagation(0.00531, 0.00492, 0.0059);

  private Reports() {}

  /** Everything known: so many tables by JMX, sampled keys, a problem. */
  public static ClusterReport full(int tables) {
    return new ClusterReport(
        "shop",
        LEVELS,
        OptionalLong.empty(),
        60,
        12,
        1,
        "jmx",
        3,
        0,
        1,
        IntStream.range(0, tables).mapToObj(Reports::table).toList(),
        Optional.of(
            new PropagationSummary(
                TIME, "network", "Half of what waiting adds.", 5, 150, List.of("1 KiB is taken."))),
        Optional.of(new LevelDifference("ONE", "ALL", 0.0106, 0.0098, 0.0118, 30)),
        List.of(
            new ReplicaLink("10.0.0.1:7000", "10.0.0.3:7000", 0.0412, 0.0401, 0.0011, 7),
            new ReplicaLink("10.0.0.2:7000", "10.0.0.3:7000", 0.0031, Double.NaN, Double.NaN, 1)),
        new ReplicaMap(
            List.of(node(1, "a"), node(2, "b"), node(3, "b")), List.of(List.of(0, 1, 2)), 1),
        new ClusterCounts(
            12L,
            0L,
            2L,
            Map.of(Level.ONE, 40_000L, Level.QUORUM, 6_000L),
            Map.of(Level.ONE, 300L, Level.QUORUM, 12_000L),
            55),
        List.of("node3 does not answer\u001b[31m."));
  }

  /** Rates over CQL and nothing else. */
  public static ClusterReport poor() {
    return new ClusterReport(
        "shop",
        LEVELS,
        OptionalLong.empty(),
        5,
        1,
        0,
        "system_views",
        3,
        0,
        0,
        List.of(
            TableReport.of(
                new TableName("shop", "carts"),
                MeanRate.of(812),
                MeanRate.of(203),
                Double.NaN,
                LEVELS,
                null,
                null,
                Optional.empty())),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        ReplicaMap.NONE,
        new ClusterCounts(null, null, null, Map.of(), Map.of(), 5),
        List.of());
  }

  private static ReplicaMap.MappedNode node(int number, String rack) {
    return new ReplicaMap.MappedNode("10.0.0." + number + ":7000", "dc1", rack, Map.of());
  }

  private static TableReport table(int number) {
    return TableReport.of(
        new TableName("shop", number == 0 ? "carts" : "table_" + number),
        new MeanRate(812, 700, 930),
        new MeanRate(203, 180, 220),
        900,
        LEVELS,
        TIME,
        null,
        number == 0 ? Optional.of(SampledKeys.alike(pairs())) : Optional.empty());
  }

  /** Of so many pairs, a few of which were stale. */
  public static PairResult pairs(long pairs, long stale) {
    return new PairResult(
        Level.ONE,
        Level.QUORUM,
        pairs,
        stale,
        0,
        0,
        0,
        0,
        0,
        Wilson.interval(stale, Math.max(1, pairs), 0.95),
        1,
        2,
        Double.NaN,
        Double.NaN,
        0,
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  private static PairResult pairs() {
    return new PairResult(
        Level.ONE,
        Level.QUORUM,
        225,
        3,
        2,
        1,
        0,
        0,
        4,
        Wilson.interval(3, 225, 0.95),
        1.25,
        2.5,
        Double.NaN,
        38.2,
        20,
        Optional.of(new Interval(1.1, 1.4, 0.95)),
        Optional.empty(),
        Optional.empty());
  }
}
