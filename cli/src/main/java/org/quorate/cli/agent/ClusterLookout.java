package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.observe.ClusterObserver;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.KeySampling;
import org.quorate.cli.live.LevelsGlance;
import org.quorate.cli.live.NodesGlance;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.cli.observe.NodeSources;
import org.quorate.cli.observe.ObservedKeyspace;
import org.quorate.cli.observe.OperationRates;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.store.cassandra.StoreException;

/**
 * Has an observer for each keyspace. One begins anew where its tables or replicas have changed;
 * each day it forgets what it has told, so that what goes on is told once a day.
 */
final class ClusterLookout implements Lookout {
  /** What every role may read. */
  private static final SimpleStatement ANYTHING =
      SimpleStatement.newInstance("SELECT key FROM system.local")
          .setIdempotent(true)
          .setTimeout(NodeSources.PATIENCE);

  private final AgentSettings settings;
  private final CqlSession session;
  private final AgentTime time;
  private final Consumer<String> told;
  private final Map<String, Observed> observed = new HashMap<>();
  private final DriverNodes nodes;
  private final LookoutEnergy energy;
  private final LookoutPublication publication;
  private LocalDate day;

  /** Whether a node has answered in this look; null where that was not asked yet. */
  private @Nullable Boolean answered;

  /** An observer, and what it observes. */
  private record Observed(ObservedKeyspace keyspace, ClusterObserver observer) {}

  /**
   * @param session closed with this
   * @param told sentences for people, each perhaps often
   */
  ClusterLookout(
      AgentSettings settings, CqlSession session, AgentTime time, Consumer<String> told) {
    this.settings = settings;
    this.session = session;
    this.time = time;
    this.told = told;
    this.energy =
        new LookoutEnergy(
            settings.meters(),
            () -> session.getMetadata().getNodes().values(),
            settings.sources().access(),
            time,
            told);
    this.publication = new LookoutPublication(settings, session, told);
    this.nodes = new DriverNodes(settings.keyspaces().keySet());
    this.day = today();
  }

  /**
   * Connects, to where the names of the contact points lead now.
   *
   * @param told sentences for people, each perhaps often
   * @throws StoreException if the cluster cannot be connected to; the message is one sentence
   */
  static ClusterLookout open(AgentSettings settings, AgentTime time, Consumer<String> told)
      throws StoreException {
    return new ClusterLookout(
        settings, CassandraConnection.open(settings.connection().lookedUp()).session(), time, told);
  }

  @Override
  public List<Look> look() throws InterruptedException {
    ManagementAddresses management = settings.sources().management();
    if (management != null) {
      try {
        management.requireAll(session.getMetadata().getNodes().values(), "jmx");
      } catch (IllegalArgumentException unnamed) {
        told.accept(String.valueOf(unnamed.getMessage()));
      }
    }
    tellAnewEachDay();
    publication.look();
    answered = null;
    List<Look> looks = new ArrayList<>();
    OperationRates rates = energy.begin();
    long asked = System.nanoTime();
    for (Map.Entry<String, List<String>> each : settings.keyspaces().entrySet()) {
      time.sleep(0);
      try {
        ClusterObserver observer = observer(each.getKey(), each.getValue());
        boolean isReading = observer.poll();
        ClusterReport report = observer.latest();
        looks.add(Look.of(each.getKey(), report, isReading));
        rates.add(report, isReading, observer.coordinatedByDataCenter());
        report.problems().forEach(problem -> told.accept(each.getKey() + ": " + problem));
      } catch (IllegalArgumentException absent) {
        rates.addUnknown();
        end(each.getKey());
        looks.add(Look.failed(each.getKey(), isAnswered()));
        told.accept(String.valueOf(absent.getMessage()));
      } catch (SourceException unusable) {
        rates.addUnknown();
        boolean isRefused = unusable.getCause() != null;
        looks.add(Look.failed(each.getKey(), isRefused && isAnswered()));
        told.accept(each.getKey() + ": " + unusable.getMessage());
      }
    }
    energy.counted(asked + (System.nanoTime() - asked) / 2);
    return looks;
  }

  @Override
  public Optional<EnergyReport> energy() {
    return energy.report();
  }

  @Override
  public List<Metric> published() {
    return publication.metrics();
  }

  @Override
  public Optional<LevelsGlance> levels() {
    return publication.levels();
  }

  /** Asks, once a look, since the driver holds a node up for some time after it has gone. */
  private boolean isAnswered() {
    Boolean known = answered;
    if (known == null) {
      known = hasAnswered();
      answered = known;
    }
    return known;
  }

  private boolean hasAnswered() {
    try {
      session.execute(ANYTHING);
      return true;
    } catch (RuntimeException failure) {
      return failure instanceof CoordinatorException
          || (failure instanceof AllNodesFailedException all
              && all.getAllErrors().values().stream()
                  .flatMap(List::stream)
                  .anyMatch(CoordinatorException.class::isInstance));
    }
  }

  private LocalDate today() {
    return time.now().atOffset(ZoneOffset.UTC).toLocalDate();
  }

  private void tellAnewEachDay() {
    LocalDate today = today();
    if (!today.equals(day)) {
      day = today;
      observed.values().forEach(each -> each.observer().forgetProblems());
    }
  }

  private ClusterObserver observer(String name, List<String> wanted) {
    ObservedKeyspace now = existing(name, wanted);
    Observed before = observed.get(name);
    if (before != null && before.keyspace().equals(now)) {
      return before.observer();
    }
    if (before != null) {
      told.accept("The tables or replicas of keyspace " + name + " have changed: " + now.tables());
    }
    end(name);
    ClusterObserver observer =
        settings
            .sources()
            .observer(
                session,
                now,
                settings.keys(),
                settings.propagation(),
                KeySampling.atRate(settings.sampledKeys()),
                false);
    observed.put(name, new Observed(now, observer));
    return observer;
  }

  /** The keyspace with those of its tables that are wanted and exist. */
  private ObservedKeyspace existing(String name, List<String> wanted) {
    ObservedKeyspace all = ObservedKeyspace.find(session, name, List.of(), settings.writeLevel());
    if (wanted.isEmpty()) {
      return all;
    }
    List<String> names =
        wanted.stream().map(table -> CqlIdentifier.fromCql(table).asInternal()).toList();
    ObservedKeyspace some =
        new ObservedKeyspace(
            all.name(),
            all.tables().stream().filter(table -> names.contains(table.table())).toList(),
            all.levels());
    if (some.tables().size() < names.size()) {
      told.accept(
          "Of the tables of keyspace "
              + name
              + " that are to be observed only these exist: "
              + some.tables()
              + ".");
    }
    if (some.tables().isEmpty()) {
      throw new IllegalArgumentException("Nothing of keyspace " + name + " can be observed.");
    }
    return some;
  }

  private void end(String keyspace) {
    Observed gone = observed.remove(keyspace);
    if (gone != null) {
      gone.observer().close();
    }
  }

  @Override
  public Optional<NodesGlance> nodes() {
    try {
      return Optional.of(nodes.seen(session.getMetadata()));
    } catch (RuntimeException unknown) {
      // What is only shown must not end a connection that is read by.
      told.accept("The nodes' states cannot be shown: " + Failures.sentence(unknown));
      return Optional.empty();
    }
  }

  @Override
  public void close() {
    try {
      settings.keyspaces().keySet().forEach(this::endAnyway);
      energy.close();
    } finally {
      publication.close();
    }
  }

  /** One that cannot be closed leaves no other open. */
  private void endAnyway(String keyspace) {
    try {
      end(keyspace);
    } catch (RuntimeException failure) {
      told.accept(
          "Observing keyspace " + keyspace + " did not end well: " + Failures.sentence(failure));
    }
  }
}
