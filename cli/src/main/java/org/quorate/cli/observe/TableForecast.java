package org.quorate.cli.observe;

import java.util.Optional;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.core.forecast.Forecaster;
import org.quorate.core.forecast.LevelForecast;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.OneWayDelay;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.report.format.Numbers;

/**
 * What a table's reads at the weakest level would do at its load and at a higher one, by simulated
 * writes and reads, as {@code quorate estimate} says of the same report. Stateless.
 */
final class TableForecast {
  private static final double MORE = 8;

  /** Of all draws, so that the same report is told in the same words. */
  private static final long SEED = 1;

  private TableForecast() {}

  /**
   * Two sentences; empty where reads at the weakest level meet every write, or too little is known,
   * and of several data centres, which the simulation does not tell apart.
   */
  static Optional<String> text(ClusterReport report, TableReport table) {
    ReadLevels levels = report.levels();
    if (levels.meetsEveryWrite(levels.weakest())
        || levels.replication().replicasByDataCenter().size() > 1
        || report.propagation().isEmpty()
        || !table.reads().isKnown()
        || !table.writes().isKnown()
        || table.writes().mean() == 0) {
      return Optional.empty();
    }
    Propagation time = report.propagation().get().propagation();
    long keys = report.keys().orElse(table.traits().partitions().orElse(1));
    Forecaster forecaster =
        new Forecaster(
            levels,
            report.rows(OneWayDelay.of(time)),
            ReplicaChoice.NEAREST,
            KeyPopularity.uniform(keys),
            SeededRandom.stream(SEED, 0));
    LevelForecast now = weakest(forecaster, table, 1);
    LevelForecast more = weakest(forecaster, table, MORE);
    return Optional.of(
        "By simulation "
            + Numbers.percent(now.stale().rate())
            + " of reads at "
            + now.level()
            + " are stale ("
            + Numbers.of(100 * now.staleInterval().low())
            + " to "
            + Numbers.of(100 * now.staleInterval().high())
            + " %), and miss a write of "
            + Words.time(now.medianAgeSeconds())
            + " before in the median, of "
            + Words.time(now.slowAgeSeconds())
            + " in 99 %; at eight times the load "
            + Numbers.percent(more.stale().rate())
            + " would be, if delays stay as they are. `quorate estimate` tells the same of every"
            + " level, and of other loads and delays, from what --json prints.");
  }

  private static LevelForecast weakest(Forecaster forecaster, TableReport table, double times) {
    return forecaster
        .at(times * table.reads().mean(), times * table.writes().mean(), 1)
        .levels()
        .get(0);
  }
}
