package org.quorate.lab.backend.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.propagation.IdealLevelPropagation;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.propagation.TimedTable;
import org.quorate.cassandra.propagation.TracePropagation;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.TableLayout;
import org.quorate.study.plan.MonitorSettings;
import org.quorate.study.plan.RunSettings;

/**
 * A run to be watched, as far as all of its processes have it in common, and the settings of the
 * library that it makes. Immutable.
 *
 * @param connection by which the servers are asked
 * @param through by which the run's requests are sent
 * @param popularity how the run's requests spread over the rows
 * @param evidence how processes tell one another what they know, or null for not at all
 */
record WatchedRun(
    CassandraConnection connection,
    CassandraConnection through,
    CassandraCluster cluster,
    TableLayout layout,
    RunSettings run,
    MonitorSettings monitor,
    KeyPopularity popularity,
    @Nullable EvidenceSettings evidence) {
  private static final Duration PROPAGATION_INTERVAL = Duration.ofSeconds(2);

  /** Runs are short, and where servers are busy a full round takes longer than they do. */
  private static final Duration PROPAGATION_ROUND = Duration.ofSeconds(2);

  private static final Duration IDEAL_LEVEL_WINDOW = Duration.ofSeconds(2);

  /** The run's table. */
  TableName table() {
    return new TableName(layout.internalKeyspace(), layout.internalTable());
  }

  /** What decides the level of the run's reads. */
  ConsistencyPolicy policy() {
    return run.readPolicy();
  }

  /**
   * What an application would state for this run.
   *
   * @param process from 0, so that each measures with other rows
   */
  AdaptiveSettings settings(int process, LevelListener listener) {
    boolean isFixed = policy().fixedLevel().isPresent();
    AdaptiveSettings.Builder builder =
        AdaptiveSettings.builder()
            .mode(isFixed ? Mode.OBSERVE : Mode.ADAPT)
            .table(tableSettings())
            .interval(monitor.interval())
            .propagationInterval(PROPAGATION_INTERVAL)
            .counters(any -> List.of(new SystemViewsSource(any)))
            .propagation(propagation(run.seed() + process))
            // The papers' policies know of no replicas that are behind, and are measured as they
            // are.
            .dangerSignals(isFixed || !policy().needsRates())
            .sampleShare(policy().needsRates() ? 0 : LoopSettings.DEFAULT_PAIR_BUDGET)
            .eventPeriod(Duration.ZERO)
            .listener(listener);
    return (evidence == null ? builder : builder.evidence(evidence)).build();
  }

  private TableSettings tableSettings() {
    // Where the level is fixed the table is only observed, and no policy is listened to.
    return TableSettings.of(table(), 0, run.writeLevel())
        .withPolicy(policy())
        .withSafeLevel(Level.ALL)
        .withPopularity(popularity)
        .withWindow(monitor.window())
        .withBudgetWindow(Objects.requireNonNullElse(monitor.errorBudget(), Duration.ZERO))
        .withLadder(
            cluster.replication().replicasByDataCenter().size() == 1
                ? LevelLadder.GLOBAL
                : LevelLadder.LOCAL);
  }

  /**
   * By which its pairs of reads are sent, of which some answers may be lost on purpose.
   *
   * @param process from 0, so that each loses others
   */
  CqlSession pairing(int process) {
    double lost = monitor.errors().lostPairs();
    CqlSession session = connection.session();
    if (lost == 0) {
      return session;
    }
    DriverExecutionProfile profile = session.getContext().getConfig().getDefaultProfile();
    return new LossyPairSession(
        session,
        lost,
        profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT),
        SeededRandom.stream(run.seed(), process));
  }

  private PropagationFactory propagation(long seed) {
    PropagationFactory measured = measured(seed);
    double times = monitor.errors().propagation();
    return times == 1
        ? measured
        : (session, table, ladder, bytes) ->
            new BiasedPropagation(measured.make(session, table, ladder, bytes), times);
  }

  private PropagationFactory measured(long seed) {
    return switch (monitor.propagation()) {
      case CanaryPropagation.NAME ->
          (session, table, ladder, bytes) ->
              new CanaryPropagation(
                  session,
                  table.keyspace(),
                  ladder,
                  CanarySettings.DEFAULT.withKeyspace(cluster.canaryKeyspace()),
                  new SplittableRandom(seed));
      case IdealLevelPropagation.NAME ->
          (session, table, ladder, bytes) ->
              IdealLevelPropagation.withConsentToChangeServers(
                  session,
                  cluster.management(),
                  layout.internalKeyspace(),
                  run.writeLevel(),
                  IDEAL_LEVEL_WINDOW);
      case NetworkPropagation.NAME ->
          (session, table, ladder, bytes) ->
              new NetworkPropagation(measured(session, table, ladder, bytes, seed));
      case TracePropagation.NAME ->
          (session, table, ladder, bytes) ->
              new TracePropagation(measured(session, table, ladder, bytes, seed));
      default ->
          throw new IllegalArgumentException(
              "Runs have no source of propagation times \"" + monitor.propagation() + "\".");
    };
  }

  private TimedTable measured(
      CqlSession session, TableName table, LevelLadder ladder, DoubleSupplier bytes, long seed) {
    return new TimedTable(
        session, table, ladder, bytes, bandwidth(), PROPAGATION_ROUND, new SplittableRandom(seed));
  }

  /** So high that bytes take no time where a study leaves it out. */
  private double bandwidth() {
    Long stated = monitor.bandwidth();
    return stated == null ? Double.MAX_VALUE : (double) stated;
  }
}
