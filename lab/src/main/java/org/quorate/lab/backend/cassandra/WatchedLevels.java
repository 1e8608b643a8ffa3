package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.AddedRead;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.propagation.IdealLevelPropagation;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.session.AdaptiveCqlSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;
import org.quorate.core.level.ReadCounts;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.StalenessModel;
import org.quorate.lab.backend.LevelWatch;
import org.quorate.lab.store.LaneStores;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunEvent;

/**
 * The levels of one run while the library's own monitor and controller watch the cluster: what they
 * decide where the run's policy is adaptive, else the run's level, with estimates for both. Reads
 * of an adaptive policy are sent by the library's own session, so that what is judged is what
 * ships; readings arrive on the controller's thread.
 */
final class WatchedLevels implements LevelWatch {
  private static final Duration PROPAGATION_INTERVAL = Duration.ofSeconds(2);

  /** Runs are short, and where servers are busy a full round takes longer than they do. */
  private static final Duration PROPAGATION_ROUND = Duration.ofSeconds(2);

  private static final Duration IDEAL_LEVEL_WINDOW = Duration.ofSeconds(2);

  private final LevelController controller;
  private final TableName table;
  private final ConsistencyPolicy policy;
  private final Level write;
  private final TableLevel adaptive;
  private final AdaptiveCqlSession choosing;
  private @Nullable LaneStores stores;
  private final Consumer<TableStatus> learnt;
  private final ReadCounts reads = new ReadCounts();
  private final Map<String, Long> added = new LinkedHashMap<>();
  private Map<AddedRead, Long> addedBefore = Map.of();
  private final List<DecisionReading> readings = new ArrayList<>();
  private final HeardEvents heard = new HeardEvents(System::nanoTime);
  private @Nullable TableStatus latest;
  private volatile boolean known;
  private boolean begun;

  private WatchedLevels(
      CassandraConnection connection,
      CassandraConnection through,
      CassandraCluster cluster,
      TableLayout layout,
      RunSettings run,
      MonitorSettings monitor,
      KeyPopularity popularity,
      @Nullable TableStatus earlier,
      Consumer<TableStatus> learnt) {
    this.learnt = learnt;
    this.policy = run.readPolicy();
    this.write = run.writeLevel();
    this.table = new TableName(layout.internalKeyspace(), layout.internalTable());
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(policy.fixedLevel().isPresent() ? Mode.OBSERVE : Mode.ADAPT)
            .table(table(cluster, monitor, popularity))
            .interval(monitor.interval())
            .propagationInterval(PROPAGATION_INTERVAL)
            .counters(any -> List.of(new SystemViewsSource(any)))
            .propagation(propagation(cluster, layout, run, monitor))
            // The papers' policies know of no replicas that are behind, and are measured as they
            // are.
            .dangerSignals(policy.fixedLevel().isPresent() || !policy.needsRates())
            .sampleShare(policy.needsRates() ? 0 : LoopSettings.DEFAULT_PAIR_BUDGET)
            .eventPeriod(Duration.ZERO)
            .listener(heard)
            .build();
    Events events =
        new Events(
            settings.listeners(), settings.eventPeriod(), System::nanoTime, InstantSource.system());
    CqlSession session = connection.session();
    PairedReads pairs =
        new PairedReads(session, 0, events, System::nanoTime, InstantSource.system());
    this.controller =
        new LevelController(session, settings, events, pairs::readsSent, System::nanoTime);
    pairs.whenClocksAreApart(
        name ->
            controller.level(name).ifPresent(of -> of.memory().clocks().seen(System.nanoTime())));
    this.adaptive = controller.level(table).orElseThrow();
    this.choosing =
        new AdaptiveCqlSession(
            through.session(), controller, pairs, events, settings.profiles(), () -> {});
    if (earlier != null) {
      controller.assume(earlier);
    }
    controller.listen(this::seen);
  }

  /**
   * Watches from now on.
   *
   * @param connection by which the servers are asked
   * @param through by which the run's requests are sent
   * @param keyNames the name of the row with a number
   * @throws StoreException when the run's session cannot be made
   * @param popularity how the run's requests spread over the rows
   * @param earlier how the table stood when it was watched under the same load before, or null: its
   *     propagation time and evidence are taken for known
   * @param learnt is given how it stands at the end, where a propagation time is known
   */
  static WatchedLevels of(
      CassandraConnection connection,
      CassandraConnection through,
      CassandraCluster cluster,
      TableLayout layout,
      RunSettings run,
      MonitorSettings monitor,
      KeyPopularity popularity,
      LongFunction<byte[]> keyNames,
      @Nullable TableStatus earlier,
      Consumer<TableStatus> learnt)
      throws StoreException {
    WatchedLevels watched =
        new WatchedLevels(
            connection, through, cluster, layout, run, monitor, popularity, earlier, learnt);
    try {
      if (watched.isChosenBySession()) {
        watched.stores = LaneStores.shared(through.openStore(watched.choosing, layout, keyNames));
      }
      watched.controller.start();
      return watched;
    } catch (StoreException | RuntimeException e) {
      watched.controller.close();
      throw e;
    }
  }

  private TableSettings table(
      CassandraCluster cluster, MonitorSettings monitor, KeyPopularity popularity) {
    // Where the level is fixed the table is only observed, and no policy is listened to.
    return TableSettings.of(table, 0, write)
        .withPolicy(policy)
        .withSafeLevel(Level.ALL)
        .withPopularity(popularity)
        .withWindow(monitor.window())
        .withLadder(
            cluster.replication().replicasByDataCenter().size() == 1
                ? LevelLadder.GLOBAL
                : LevelLadder.LOCAL);
  }

  private static PropagationFactory propagation(
      CassandraCluster cluster, TableLayout layout, RunSettings run, MonitorSettings monitor) {
    return switch (monitor.propagation()) {
      case CanaryPropagation.NAME ->
          (session, table, ladder, bytes) ->
              new CanaryPropagation(
                  session,
                  table.keyspace(),
                  ladder,
                  CanarySettings.DEFAULT.withKeyspace(cluster.canaryKeyspace()),
                  new SplittableRandom(run.seed()));
      case IdealLevelPropagation.NAME ->
          (session, table, ladder, bytes) ->
              IdealLevelPropagation.withConsentToChangeServers(
                  session,
                  cluster.management(),
                  layout.internalKeyspace(),
                  run.writeLevel(),
                  IDEAL_LEVEL_WINDOW);
      default ->
          (session, table, ladder, bytes) ->
              new NetworkPropagation(
                  session,
                  table,
                  ladder,
                  bytes,
                  bandwidth(monitor),
                  PROPAGATION_ROUND,
                  new SplittableRandom(run.seed()));
    };
  }

  /** So high that bytes take no time where a study leaves it out. */
  private static double bandwidth(MonitorSettings monitor) {
    Long stated = monitor.bandwidth();
    return stated == null ? Double.MAX_VALUE : (double) stated;
  }

  @Override
  public List<RunEvent> events(long startNanos) {
    return heard.events(startNanos);
  }

  private synchronized void seen(TableStatus status) {
    Observation seen = status.observation().orElse(null);
    if (seen == null) {
      return;
    }
    latest = status;
    known = !(isChosenBySession() && status.learning());
    if (!begun) {
      readings.clear();
    }
    readings.add(reading(status, seen));
  }

  /**
   * A session that has just begun raises what it does not know yet, and measures how long writes
   * take again and again, which is not what a run is about.
   */
  @Override
  public boolean isKnown() {
    return known && !(isChosenBySession() && adaptive.decision().isByToken());
  }

  @Override
  public synchronized void begin() {
    begun = true;
    heard.begin();
    reads.reset();
    addedBefore = controller.addedReplicaReads(table);
  }

  @Override
  public synchronized void end() {
    heard.end();
    controller
        .addedReplicaReads(table)
        .forEach(
            (why, replicas) -> added.put(name(why), replicas - addedBefore.getOrDefault(why, 0L)));
  }

  /** A policy pays for what it measures; at a fixed level nobody but the study wants to know. */
  private String name(AddedRead why) {
    return switch (why) {
      case PAIRED -> MonitorResult.PAIRED;
      case REREAD -> MonitorResult.REREAD;
      case PROPAGATION -> isFixed() ? MonitorResult.STUDY : MonitorResult.MEASURING;
    };
  }

  @Override
  public Optional<LaneStores> stores() {
    return Optional.ofNullable(stores);
  }

  @Override
  public boolean isChosenBySession() {
    return !isFixed();
  }

  private boolean isFixed() {
    return policy.fixedLevel().isPresent();
  }

  @Override
  public Level read() {
    return policy.fixedLevel().orElseGet(adaptive::current);
  }

  @Override
  public void sent(Level level) {
    reads.sent(level);
  }

  @Override
  public Level write() {
    return write;
  }

  @Override
  public synchronized MonitorResult result(long startNanos) {
    List<DecisionPoint> points = new ArrayList<>();
    List<DecisionPoint> during = new ArrayList<>();
    for (DecisionReading reading : readings) {
      DecisionPoint point = reading.since(startNanos);
      points.add(point);
      if (point.second() >= reading.seconds()) {
        during.add(point);
      }
    }
    List<DecisionPoint> counted = during.isEmpty() ? points : during;
    String source =
        latest == null ? "none" : latest.reading().map(MonitorReading::source).orElse("none");
    PropagationReading propagation = latest == null ? null : latest.propagation().orElse(null);
    return new MonitorResult(
        source,
        propagation == null ? "none" : propagation.source(),
        meaning(propagation),
        DecisionReading.mean(counted, DecisionPoint::estimatesAtOne),
        DecisionReading.mean(counted, DecisionPoint::estimatesAtLevel),
        reads.shares(),
        added,
        points);
  }

  @Override
  public synchronized List<String> problems() {
    List<String> told = new ArrayList<>(heard.problems());
    if (latest == null) {
      told.add(
          "The monitor could not learn the rates and the propagation time in time, so the run has"
              + " no estimates.");
    }
    return told;
  }

  private String meaning(@Nullable PropagationReading propagation) {
    List<String> sentences = new ArrayList<>();
    controller.propagationMeaning(table).ifPresent(sentences::add);
    if (propagation != null) {
      sentences.addAll(propagation.notes());
    }
    return String.join(" ", sentences);
  }

  private DecisionReading reading(TableStatus status, Observation seen) {
    Level level = policy.fixedLevel().orElse(status.level());
    Map<String, Double> one = new TreeMap<>();
    Map<String, Double> atLevel = new TreeMap<>();
    int replicas = controller.readLevels(table).counted(level);
    for (StalenessModel model : StalenessModels.all()) {
      one.put(model.name(), model.estimate(seen, 1).raw());
      atLevel.put(model.name(), model.estimate(seen, replicas).raw());
    }
    MonitorReading taken = status.reading().orElse(null);
    return new DecisionReading(
        taken == null ? OptionalLong.empty() : OptionalLong.of(taken.takenAtNanos()),
        taken == null ? 0 : taken.seconds(),
        new DecisionPoint(
            0,
            seen.readsPerSecond(),
            seen.writesPerSecond(),
            seen.propagation().seconds(),
            one,
            atLevel,
            level.name(),
            isFixed() ? "The run's level." : status.reason()));
  }

  @Override
  public void close() {
    controller.status(table).filter(known -> known.propagation().isPresent()).ifPresent(learnt);
    controller.close();
  }
}
