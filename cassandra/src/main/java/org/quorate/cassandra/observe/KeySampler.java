package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.TopPartitions;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.ReadLevels;

/**
 * Reads the timestamps of sampled rows in pairs, at the weakest level and at one that meets every
 * completed write, of every table by a {@link TableSampler} of its own.
 *
 * <p>Each table's budget of reads is either a share of those that the nodes counted in the latest
 * reading, so that it stops where nobody reads or no node answers, or stated. Of the reads of a
 * stated number of pairs, half as many again look for rows. While servers sample which partitions
 * are read, it reads nothing. Thread-safe; never throws.
 */
final class KeySampler implements AutoCloseable {
  private static final Duration PERIOD = Duration.ofMillis(20);

  /** Reads a second of all tables, however many are counted: 50 pairs, and the search for rows. */
  private static final double MOST_READS_PER_SECOND = 150;

  private static final double READS_FOR_A_PAIR = 3;

  /** Rows in use that are remembered of all tables. */
  private static final int MOST_ROWS = 20_000;

  private static final int MOST_ROWS_OF_A_TABLE = 500;
  private static final int FEWEST_ROWS_OF_A_TABLE = 10;

  private final KeySampling sampling;
  private final Map<TableName, TableSampler> tables = new LinkedHashMap<>();
  private final Set<TableName> clocksApart = ConcurrentHashMap.newKeySet();
  private final PairedReads inUse;
  private final PairedReads alike;
  private final Optional<ReadSampler> reads;

  /** Those whose reads are sampled first. */
  private volatile List<TableName> mostRead;

  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread sampling = new Thread(task, "quorate-key-sampler");
            sampling.setDaemon(true);
            return sampling;
          });

  /**
   * @param random used by one thread at a time
   * @param problem told sentences for people, each perhaps often
   */
  private KeySampler(
      CqlSession session,
      List<SampledTable> suitable,
      ReadLevels levels,
      KeySampling sampling,
      Optional<ManagementAccess> management,
      RandomGenerator random,
      Consumer<String> problem) {
    this.sampling = sampling;
    // Of more tables the rates say which ones.
    this.mostRead =
        suitable.size() <= ReadSampler.MOST_TABLES
            ? suitable.stream().map(SampledTable::table).toList()
            : List.of();
    this.reads =
        management.map(
            access ->
                new ReadSampler(
                    access, () -> session.getMetadata().getNodes().values(), this::read, problem));
    Events events =
        new Events(
            List.of(event -> told(event, problem)),
            Duration.ofMinutes(1),
            System::nanoTime,
            InstantSource.system());
    this.inUse = PairedReads.alone(session, events, System::nanoTime, InstantSource.system());
    this.alike = PairedReads.alone(session, events, System::nanoTime, InstantSource.system());
    inUse.whenClocksAreApart(clocksApart::add);
    alike.whenClocksAreApart(clocksApart::add);
    long now = System.nanoTime();
    int rows =
        Math.max(
            FEWEST_ROWS_OF_A_TABLE,
            Math.min(MOST_ROWS_OF_A_TABLE, MOST_ROWS / Math.max(1, suitable.size())));
    for (SampledTable table : suitable) {
      TableSampler sampler =
          new TableSampler(
              session,
              table,
              new PairedReads.Levels(levels.weakest(), levels.safe()),
              inUse,
              alike,
              rows,
              random,
              InstantSource.system(),
              problem,
              now);
      tables.put(table.table(), sampler);
      sampler.allow(READS_FOR_A_PAIR * sampling.pairsPerSecond() / suitable.size(), now);
    }
    var unused =
        thread.scheduleAtFixedRate(
            () -> step(System.nanoTime()), 0, PERIOD.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** What pairs have shown is part of the report, and no problem. */
  private static void told(LevelEvent event, Consumer<String> problem) {
    if (event.kind() == LevelEvent.Kind.SAMPLING) {
      problem.accept("Sampled rows: " + event.reason());
    }
  }

  /** An observer's own reads would count among those that servers sample. */
  private void step(long now) {
    reads.ifPresent(sampler -> sampler.beginIfDue(mostRead, now));
    if (reads.filter(ReadSampler::isUnderWay).isEmpty()) {
      step(tables.values(), now);
    }
  }

  private void read(TableName table, TopPartitions most) {
    TableSampler sampler = tables.get(table);
    if (sampler != null) {
      sampler.read(most);
    }
  }

  /** Has those tables take a step that are due; says how many. */
  static int step(Collection<TableSampler> tables, long now) {
    int steps = 0;
    for (TableSampler table : tables) {
      if (table.isDue(now)) {
        table.step(now);
        steps++;
      }
    }
    return steps;
  }

  /**
   * A reading of the nodes' counts.
   *
   * @param readsPerSecond by others, of each table that was counted; none where no node answered
   */
  void counted(Map<TableName, Double> readsPerSecond) {
    if (tables.size() > ReadSampler.MOST_TABLES) {
      mostRead =
          tables.keySet().stream()
              .filter(table -> rate(readsPerSecond, table) > 0)
              .sorted(Comparator.comparingDouble(table -> -rate(readsPerSecond, table)))
              .limit(ReadSampler.MOST_TABLES)
              .toList();
    }
    if (sampling.shareOfReads() == 0) {
      return;
    }
    double all = tables.keySet().stream().mapToDouble(table -> rate(readsPerSecond, table)).sum();
    double share = Math.min(sampling.shareOfPairs(), MOST_READS_PER_SECOND / Math.max(1, all));
    long now = System.nanoTime();
    tables.forEach((table, each) -> each.allow(share * rate(readsPerSecond, table), now));
  }

  private static double rate(Map<TableName, Double> rates, TableName table) {
    double rate = rates.getOrDefault(table, 0.0);
    return rate > 0 ? rate : 0;
  }

  /** The reads of pairs that have ended so far. */
  OwnReads readsSent() {
    return inUse.readsSent().plus(alike.readsSent());
  }

  /** What was found of a table so far. */
  Optional<SampledKeys> found(TableName table) {
    TableSampler sampler = tables.get(table);
    return Optional.ofNullable(sampler).map(each -> each.found(clocksApart.contains(table)));
  }

  /**
   * Begins to sample those tables that can be, or gives nothing where none can, or where the
   * weakest level meets every write; the reasons are told.
   *
   * @param unsuitable takes why tables are not sampled
   */
  static Optional<KeySampler> begin(
      CqlSession session,
      ObserverSettings settings,
      RandomGenerator random,
      Map<TableName, String> unsuitable,
      Consumer<String> problem) {
    ReadLevels levels = settings.levels();
    if (levels.weakest() == levels.safe()) {
      problem.accept(
          "No rows are compared: after writes at "
              + levels.writeLevel()
              + " reads at "
              + levels.weakest()
              + " meet every write.");
      return Optional.empty();
    }
    List<SampledTable> tables =
        settings.tables().stream()
            .flatMap(
                table -> {
                  try {
                    return Stream.of(SampledTable.of(session, table));
                  } catch (SourceException no) {
                    String reason = String.valueOf(no.getMessage());
                    problem.accept(reason);
                    unsuitable.put(table, reason.substring(0, reason.length() - 1));
                    return Stream.empty();
                  }
                })
            .toList();
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new KeySampler(
                session,
                tables,
                levels,
                settings.sampling(),
                settings.management(),
                random,
                problem));
  }

  @Override
  public void close() {
    thread.shutdownNow();
    reads.ifPresent(ReadSampler::close);
  }
}
