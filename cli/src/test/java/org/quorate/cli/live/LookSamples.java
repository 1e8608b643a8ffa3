package org.quorate.cli.live;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.quorate.cassandra.control.PublishedWord;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.MeanRate;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.publication.LevelWord;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.live.NodesGlance.State;
import org.quorate.cli.observe.Reports;
import org.quorate.core.forecast.ReplicaMap;
import org.quorate.core.level.KeyRange;
import org.quorate.core.level.Level;
import org.quorate.core.replica.ReplicatedRange;
import org.quorate.core.staleness.Propagation;

/** What an agent might see of a cluster of three nodes. */
final class LookSamples {
  static final Instant START = Instant.parse("2026-11-26T23:40:07Z");
  static final String HOSTILE = "<img src=x onerror=\"alert('1')\">&\u2028\u001b[31m";

  private static final Propagation TIME = new Propagation(0.005, 0.004, 0.006);

  private LookSamples() {}

  /** A look that gave a reading of each report. */
  static Glance glance(Instant at, ClusterReport... reports) {
    return new Glance(
        at,
        Optional.of(at.plusSeconds(30)),
        Optional.empty(),
        Optional.of(at),
        List.of(reports),
        List.of(),
        nodes(State.UP),
        Optional.empty());
  }

  /** A look that gave a reading of a table, whose level is published. */
  static Glance publishing(Instant at, PublishedWord word) {
    Glance seen = glance(at, reading(word.table().table(), 1, 100, 10, 0));
    return new Glance(
        at,
        seen.readyUntil(),
        seen.away(),
        seen.lastReading(),
        seen.reports(),
        seen.unread(),
        seen.nodes(),
        Optional.of(new LevelsGlance(List.of(word), Duration.ofSeconds(3), Optional.empty())));
  }

  /** A word that raises reads of two ranges, and of what a client has just written. */
  static PublishedWord word(String table, Duration age, Optional<String> failure) {
    return new PublishedWord(
        new TableName("shop", table),
        Optional.of(
            new LevelWord(
                Level.ONE, Level.ALL, 40, "0:9,20:29", Level.ALL, "", "A replica is back.")),
        age,
        failure);
  }

  /** A look at a cluster that is away. */
  static Glance away(Instant at, Instant since, String why) {
    return new Glance(
        at,
        Optional.empty(),
        Optional.of(new Glance.Away(since, why)),
        Optional.of(since),
        List.of(),
        List.of("shop"),
        Optional.empty(),
        Optional.empty());
  }

  /** Three nodes, of which the last is in a state. */
  static Optional<NodesGlance> nodes(State last) {
    Map<UUID, State> states = new LinkedHashMap<>();
    List<NodesGlance.Node> nodes = new ArrayList<>();
    List<ReplicatedRange> ranges = new ArrayList<>();
    long[] tokens = {Long.MIN_VALUE, -3_074_457_345_618_258_603L, 3_074_457_345_618_258_602L};
    for (int i = 0; i < 3; i++) {
      State state = i == 2 ? last : State.UP;
      states.put(new UUID(0, i), state);
      nodes.add(new NodesGlance.Node("127.0.0." + (i + 1), "dc1", "rack" + (i + 1), state));
    }
    for (int i = 0; i < 3; i++) {
      ranges.add(
          new ReplicatedRange(
              new KeyRange(tokens[i], tokens[(i + 1) % 3]),
              Set.of(new UUID(0, i), new UUID(0, (i + 1) % 3))));
    }
    return Optional.of(
        new NodesGlance(
            nodes, List.of(RingGlance.of("shop", ranges, states)), List.of("warehouse")));
  }

  /**
   * A reading of ten seconds of one table.
   *
   * @param number of the observer's readings, from 1
   * @param pairs that the observer has compared so far
   * @param stale of these
   */
  static ClusterReport reading(String table, int number, double rate, long pairs, long stale) {
    return report(number, TIME, List.of(table(table, rate, 2, TIME, pairs, stale)));
  }

  /** A reading without propagation time, pairs, or replicas' reads. */
  static ClusterReport poor(String table, int number) {
    return report(
        number,
        null,
        List.of(
            TableReport.of(
                new TableName("shop", table),
                MeanRate.of(812),
                MeanRate.of(203),
                Double.NaN,
                Reports.LEVELS,
                null,
                null,
                Optional.empty())));
  }

  /** A reading of several tables, each read a little more than the one before. */
  static ClusterReport many(int tables, int number) {
    return report(
        number,
        TIME,
        IntStream.range(0, tables)
            .mapToObj(i -> table("t" + (10_000 + i), 10 + i, 1, TIME, 0, 0))
            .toList());
  }

  static TableReport table(
      String table, double rate, double replicas, Propagation time, long pairs, long stale) {
    return TableReport.of(
        new TableName("shop", table),
        MeanRate.of(rate),
        MeanRate.of(rate / 4),
        replicas * rate,
        Reports.LEVELS,
        time,
        null,
        Optional.of(SampledKeys.alike(Reports.pairs(pairs, stale))));
  }

  static ClusterReport report(int number, Propagation time, List<TableReport> tables) {
    return new ClusterReport(
        "shop",
        Reports.LEVELS,
        OptionalLong.empty(),
        10,
        number,
        0,
        "jmx",
        3,
        0,
        0,
        tables,
        Optional.ofNullable(time)
            .map(known -> new PropagationSummary(known, "network", "", 1, 30, List.of())),
        Optional.empty(),
        List.of(),
        ReplicaMap.NONE,
        new ClusterCounts(7L, 0L, 2L, Map.of(Level.ONE, 4_000L, Level.QUORUM, 600L), Map.of(), 600),
        List.of());
  }
}
