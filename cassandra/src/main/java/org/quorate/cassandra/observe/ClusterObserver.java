package org.quorate.cassandra.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.KnownCluster;
import org.quorate.cassandra.access.NodeHost;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.NodeHealth;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.monitor.TrafficRounds;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Replication;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Propagation;

/**
 * Watches the tables of one keyspace: each poll asks the nodes for their counts and, now and then,
 * has the propagation time measured. It changes nothing on the cluster but what the sources of
 * propagation times say of themselves.
 *
 * <p>Polls come from one thread; reports may be asked for by any. Holds sums, not readings, so its
 * size does not depend on how long it runs.
 */
public final class ClusterObserver implements AutoCloseable {
  private static final int MOST_PROBLEMS = 50;

  private final CqlSession session;
  private final ObserverSettings settings;
  private final @Nullable KeyPopularity stated;
  private volatile Map<TableName, PartitionEstimates.Partitions> partitions = Map.of();
  private long partitionsAskedAtNanos;
  private final RandomGenerator random;
  private final LongSupplier clock;
  private volatile Optional<KeySampler> sampler = Optional.empty();
  private final Map<TableName, String> unsuitable = new ConcurrentHashMap<>();
  private long samplingTriedAtNanos;
  private final Set<String> problems = new LinkedHashSet<>();
  private final Map<TableName, TableTally> whole = new LinkedHashMap<>();
  private final Map<TableName, TableTally> latest = new LinkedHashMap<>();
  private final ClusterTally counts = new ClusterTally();
  private final KeyspacePropagation propagation;
  private final TrafficRounds traffic;
  private volatile double averageWriteBytes = Double.NaN;
  private boolean answered;
  private double seconds;
  private double latestSeconds;
  private int readings;
  private int incomplete;
  private int silent;
  private String counter = "";
  private Map<String, Double> coordinated = Map.of();
  private Map<UUID, NodeHealth> health = Map.of();

  /**
   * @param session stays open when this observer is closed
   * @param monitor closed with this observer
   * @param random of keys
   * @param clock nanoseconds, as {@link System#nanoTime()}
   */
  public ClusterObserver(
      CqlSession session,
      ObserverSettings settings,
      ClusterMonitor monitor,
      RandomGenerator random,
      LongSupplier clock) {
    this.session = session;
    this.settings = settings;
    this.random = random;
    this.clock = clock;
    this.propagation =
        new KeyspacePropagation(session, settings, () -> averageWriteBytes, clock, this::tell);
    this.stated =
        settings.keys().isPresent() ? KeyPopularity.uniform(settings.keys().getAsLong()) : null;
    settings.tables().forEach(table -> whole.put(table, new TableTally(table, settings.levels())));
    askPartitions();
    beginSampling();
    this.traffic = new TrafficRounds(monitor, Set.copyOf(settings.tables()), this::ownReads);
  }

  private void askPartitions() {
    partitionsAskedAtNanos = clock.getAsLong();
    if (stated == null) {
      var unused =
          PartitionEstimates.ask(session, settings.tables(), this::tell)
              .thenAccept(found -> partitions = Map.copyOf(found));
    }
  }

  /** Servers estimate anew every few minutes, and tables grow. */
  private void askPartitionsIfDue() {
    if (clock.getAsLong() - partitionsAskedAtNanos >= KeyspacePropagation.RESPITE.toNanos()) {
      askPartitions();
    }
  }

  private void beginSampling() {
    if (!settings.sampling().isNone()) {
      samplingTriedAtNanos = clock.getAsLong();
      sampler = KeySampler.begin(session, settings, random, unsuitable, this::tell);
    }
  }

  /** The driver may have learned by now what it did not know at first. */
  private void beginSamplingIfDue() {
    long waited = clock.getAsLong() - samplingTriedAtNanos;
    if (sampler.isEmpty() && waited >= KeyspacePropagation.RESPITE.toNanos()) {
      beginSampling();
    }
  }

  private OwnReads ownReads() {
    OwnReads sampling = sampler.map(KeySampler::readsSent).orElse(OwnReads.NONE);
    return sampling.plus(propagation.readsSent());
  }

  /**
   * Asks the nodes once, and waits for the answers, a few seconds at most.
   *
   * @return whether there was something to take a difference to, so that rates are known
   * @throws SourceException if no source could be used, and none ever could; without a cause where
   *     no node answered the last one. Later failures are problems of the report
   */
  public boolean poll() throws SourceException, InterruptedException {
    try {
      Optional<TrafficRound> round = traffic.begin().toCompletableFuture().get();
      answered = true;
      requireSameReplicas();
      round.ifPresentOrElse(this::seen, this::unseen);
      return round.isPresent();
    } catch (ExecutionException e) {
      Throwable cause = Failures.cause(e);
      if (!answered && cause instanceof SourceException unusable) {
        throw unusable;
      }
      tell(Failures.sentence(cause));
      unseen();
      return false;
    } finally {
      propagation.measureIfDue();
      beginSamplingIfDue();
      askPartitionsIfDue();
    }
  }

  /** A keyspace may be altered while it is looked at. */
  private void requireSameReplicas() {
    Replication former = settings.levels().replication();
    Replication now = KnownCluster.replication(session, settings.keyspace());
    if (now != null && !now.equals(former)) {
      tell(
          "The replication of keyspace "
              + settings.keyspace()
              + " was changed from "
              + former
              + " to "
              + now
              + "; all estimates are for the former, so look anew.");
    }
  }

  /** Nothing is known of the time since the last reading. */
  private synchronized void unseen() {
    latest.clear();
    latestSeconds = 0;
    coordinated = Map.of();
    sampler.ifPresent(each -> each.counted(Map.of()));
    propagation.counted(0);
  }

  private synchronized void seen(TrafficRound round) {
    MonitorReading reading = round.reading();
    reading.problems().forEach(this::tell);
    averageWriteBytes = reading.averageWriteBytes().orElse(averageWriteBytes);
    latest.clear();
    reading
        .tables()
        .forEach(
            (table, seen) -> {
              latest.put(table, new TableTally(table, settings.levels()));
              for (Map<TableName, TableTally> tallies : List.of(latest, whole)) {
                TableTally tally = tallies.get(table);
                if (tally != null) {
                  tally.add(seen, round.own().of(table), reading.seconds());
                }
              }
            });
    Map<TableName, Double> rates = new HashMap<>();
    latest.forEach((table, tally) -> rates.put(table, tally.readsPerSecond()));
    sampler.ifPresent(each -> each.counted(rates));
    propagation.counted(rates.values().stream().mapToDouble(rate -> rate > 0 ? rate : 0).sum());
    counts.add(reading, round.own().ofAllTables());
    readings++;
    incomplete += reading.isComplete() ? 0 : 1;
    silent = reading.silent().size();
    reading.silent().forEach(this::tellOfSilence);
    seconds += reading.seconds();
    latestSeconds = reading.seconds();
    counter = reading.source();
    health = reading.health();
    coordinated =
        CoordinatedRates.byDataCenter(
            session.getMetadata().getNodes().values(), reading, own(round));
  }

  /** The observer's own reads per second of tables that are counted. */
  private static double own(TrafficRound round) {
    long reads =
        round.reading().tables().keySet().stream()
            .flatMap(table -> round.own().of(table).values().stream())
            .mapToLong(Long::longValue)
            .sum();
    return reads / round.reading().seconds();
  }

  private void tellOfSilence(UUID id) {
    Node node = session.getMetadata().getNodes().get(id);
    if (node != null) {
      tell(
          "Node "
              + NodeHost.of(node)
              + " did not answer in time at least once; the reading lacks its share.");
    }
  }

  /**
   * Waits for a propagation time where none is known yet and one is being measured; a few seconds
   * more than that takes, at most.
   */
  public void awaitPropagation(Duration patience) throws InterruptedException {
    propagation.await(patience);
  }

  /**
   * What the latest reading says; without rates before the first, and without a propagation time
   * where none was measured in the last 15 minutes.
   */
  public synchronized ClusterReport latest() {
    return report(latest, latestSeconds, propagation.latest());
  }

  /**
   * Reads and writes per second of all observed tables that the nodes of each data centre
   * coordinated in the latest reading, without the observer's own; NaN where some node that is not
   * down has no share, or coordinators do not count both. Empty before the first reading.
   */
  public synchronized Map<String, Double> coordinatedByDataCenter() {
    return coordinated;
  }

  /** What all readings say together. */
  public synchronized ClusterReport whole() {
    return report(whole, seconds, propagation.summary());
  }

  private ClusterReport report(
      Map<TableName, TableTally> tallies, double over, Optional<PropagationSummary> spread) {
    @Nullable Propagation time = spread.map(PropagationSummary::propagation).orElse(null);
    Collection<Node> nodes = session.getMetadata().getNodes().values();
    return new ClusterReport(
        settings.keyspace(),
        settings.levels(),
        settings.keys(),
        over,
        readings,
        incomplete,
        counter,
        nodes.size(),
        (int) nodes.stream().filter(KnownCluster::isDown).count(),
        silent,
        tallies.entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(
                entry ->
                    entry
                        .getValue()
                        .report(time, popularity(entry.getKey()), sampled(entry.getKey()))
                        .with(traits(entry.getKey())))
            .toList(),
        spread,
        propagation.difference(),
        propagation.links(),
        SeenReplicas.of(
            session.getMetadata(), settings.keyspace(), settings.levels().replication(), health),
        counts.counts(),
        problems());
  }

  /** Where the keys of any table are known, all have the same models. */
  private @Nullable KeyPopularity popularity(TableName table) {
    PartitionEstimates.Partitions known = partitions.get(table);
    return stated != null
        ? stated
        : known != null && known.isSound()
            ? KeyPopularity.uniform(known.count())
            : partitions.isEmpty() ? null : KeyPopularity.ONE_KEY;
  }

  private TableTraits traits(TableName table) {
    PartitionEstimates.Partitions known = partitions.get(table);
    return new TableTraits(
        KnownCluster.table(session, table).filter(SampledTable::hasCounters).isPresent(),
        counts.isConditionallyWritten(table),
        known == null ? OptionalLong.empty() : OptionalLong.of(known.count()));
  }

  private Optional<SampledKeys> sampled(TableName table) {
    return sampler
        .flatMap(each -> each.found(table))
        .or(() -> Optional.ofNullable(unsuitable.get(table)).map(SampledKeys::none));
  }

  private void tell(String problem) {
    synchronized (problems) {
      if (problems.size() < MOST_PROBLEMS) {
        problems.add(problem);
      }
    }
  }

  /** Forgets the problems so far, so that those that go on are in the next reports anew. */
  public void forgetProblems() {
    synchronized (problems) {
      problems.clear();
    }
  }

  private List<String> problems() {
    synchronized (problems) {
      return List.copyOf(problems);
    }
  }

  /** Ends the asking, and undoes what a source has changed; may take some seconds. */
  @Override
  public void close() {
    sampler.ifPresent(KeySampler::close);
    propagation.close();
    traffic.close();
  }
}
