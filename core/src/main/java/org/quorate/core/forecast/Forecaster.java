package org.quorate.core.forecast;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.wars.Leg;
import org.quorate.core.staleness.wars.ReplicaChoice;
import org.quorate.core.staleness.wars.ReplicaRow;
import org.quorate.core.staleness.wars.SimulatedRate;
import org.quorate.core.staleness.wars.StaleAges;
import org.quorate.core.staleness.wars.WarsSimulation;

/**
 * Forecasts for one table whose clients know tokens, so that a replica coordinates. Writes and
 * reads are drawn once; every load and every stretch of the delays is arithmetic on the same draws,
 * so that forecasts differ by these alone. Immutable and thread-safe.
 */
public final class Forecaster {
  /** Drawn writes and reads; what error that leaves is in each interval. */
  public static final int TRIALS = 100_000;

  private static final double SLOW = 0.99;

  /** Of all links, for the median of their legs. */
  private static final int DRAWN = 1_001;

  private final ReadLevels levels;
  private final KeyPopularity popularity;
  private final StaleAges ages;
  private final double medianSeconds;

  /**
   * @param levels of the table, with the level of its writes
   * @param rows at least one, of as many replicas as the levels count; each as likely as any other
   * @param choice which of them a read is sent to
   * @param popularity how reads and writes spread over keys
   * @param random of the draws
   */
  public Forecaster(
      ReadLevels levels,
      List<ReplicaRow> rows,
      ReplicaChoice choice,
      KeyPopularity popularity,
      RandomGenerator random) {
    this.levels = levels;
    this.popularity = popularity;
    this.ages =
        WarsSimulation.run(
            rows.stream().map(row -> row.scenario(levels.writeReplicas(), choice)).toList(),
            TRIALS,
            random);
    List<Leg> links = rows.stream().flatMap(row -> row.links().stream()).toList();
    double[] drawn =
        IntStream.range(0, links.isEmpty() ? 0 : DRAWN)
            .mapToDouble(i -> links.get(i % links.size()).draw(random))
            .sorted()
            .toArray();
    this.medianSeconds = drawn.length == 0 ? 0 : drawn[DRAWN / 2];
  }

  /**
   * The forecast at a load.
   *
   * @param readsPerSecond of the whole table, at least 0
   * @param writesPerSecond likewise
   * @param delayFactor by which all legs take longer than the one that was handed in, at least 0
   */
  public Forecast at(double readsPerSecond, double writesPerSecond, double delayFactor) {
    return new Forecast(
        readsPerSecond,
        writesPerSecond,
        delayFactor,
        levels.all().stream()
            .map(level -> at(level, readsPerSecond, writesPerSecond, delayFactor))
            .toList());
  }

  private LevelForecast at(Level level, double reads, double writes, double delayFactor) {
    int counted = levels.counted(level);
    // Where all delays are longer by a factor so are all ages, and a write that is as old as one of
    // them is as likely as with that many times the writes.
    double writesMeanwhile = writes * delayFactor;
    SimulatedRate stale = ages.rate(writesMeanwhile, popularity, counted);
    return new LevelForecast(
        level,
        levels.replicas(level),
        levels.meetsEveryWrite(level),
        stale,
        ModelError.with(stale.interval(), delayFactor * medianSeconds),
        delayFactor * ages.staleAge(0.5, writesMeanwhile, popularity, counted),
        delayFactor * ages.staleAge(SLOW, writesMeanwhile, popularity, counted),
        reads * levels.replicas(level));
  }
}
