package org.quorate.cassandra.setting;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.propagation.PropagationSource;
import org.quorate.cassandra.propagation.TimedTable;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.LevelLadder;

/**
 * How an adaptive session is to behave. Immutable.
 *
 * @param mode at the start; {@link Mode#OBSERVE} unless told otherwise
 * @param tables that are opted in; every other table is left alone
 * @param profiles of the driver whose statements are adapted like those without one; those of
 *     others are left alone, since the driver does not tell whether a profile states a level or has
 *     it from the default profile
 * @param interval between two rounds of questions to the cluster, at least 100 ms; data older than
 *     three of them put a table at its safe level
 * @param propagationInterval between two measurements of the propagation time
 * @param counters makes the sources of the monitor for a session, the best first
 * @param propagation makes the source of the propagation time of a table
 * @param sampleShare share of the reads that are read again while observing, 0 to 1
 * @param eventPeriod the least time between two events of one kind on one table
 * @param listeners that hear of events
 * @param logged whether events are written to the log too
 * @param management whether the session can be steered by JMX
 * @param memory of the application's own requests to each table
 * @param tokens how the tokens of scopes are made
 * @param dangerSignals whether nodes are watched for what endangers reads, such as a replica that
 *     is back after it was down
 * @param evidence how what this process knows is exchanged with others; empty for not at all
 * @param publication where levels are published for clients in other languages; empty for nowhere
 */
public record AdaptiveSettings(
    Mode mode,
    Map<TableName, TableSettings> tables,
    Set<String> profiles,
    Duration interval,
    Duration propagationInterval,
    Function<CqlSession, List<CounterSource>> counters,
    PropagationFactory propagation,
    double sampleShare,
    Duration eventPeriod,
    List<LevelListener> listeners,
    boolean logged,
    boolean management,
    MemorySettings memory,
    TokenSettings tokens,
    boolean dangerSignals,
    Optional<EvidenceSettings> evidence,
    Optional<PublicationSettings> publication) {
  private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);

  /**
   * @throws IllegalArgumentException if a value is out of its range
   */
  public AdaptiveSettings {
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    profiles = Set.copyOf(profiles);
    listeners = List.copyOf(listeners);
    if (interval.compareTo(SHORTEST_INTERVAL) < 0
        || propagationInterval.compareTo(SHORTEST_INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "Intervals must be at least 100 ms, but they are "
              + interval
              + " and "
              + propagationInterval
              + ".");
    }
    if (!(sampleShare >= 0 && sampleShare <= 1)) {
      throw new IllegalArgumentException(
          "The share of reads that are read again must be from 0 to 1, but it is "
              + sampleShare
              + ".");
    }
    if (eventPeriod.isNegative()) {
      throw new IllegalArgumentException("The period of events must not be negative.");
    }
  }

  /** The paper's inputs, on a network of 1 Gbit/s. */
  private static PropagationSource network(
      CqlSession session, TableName table, LevelLadder ladder, DoubleSupplier averageWriteBytes) {
    return new NetworkPropagation(
        TimedTable.of(session, table, ladder, averageWriteBytes, new SplittableRandom()));
  }

  /** Starts with no table, observing, every second. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts with these, such as those of the driver's configuration, to be changed by code. */
  public Builder toBuilder() {
    Builder builder = new Builder();
    builder.mode = mode;
    builder.tables.putAll(tables);
    builder.profiles = profiles;
    builder.interval = interval;
    builder.propagationInterval = propagationInterval;
    builder.counters = counters;
    builder.propagation = propagation;
    builder.sampleShare = sampleShare;
    builder.eventPeriod = eventPeriod;
    builder.listeners.addAll(listeners);
    builder.logged = logged;
    builder.management = management;
    builder.memory = memory;
    builder.tokens = tokens;
    builder.dangerSignals = dangerSignals;
    builder.evidence = evidence;
    builder.publication = publication;
    return builder;
  }

  /** Collects settings. Not thread-safe. */
  public static final class Builder {
    private Mode mode = Mode.OBSERVE;
    private final Map<TableName, TableSettings> tables = new LinkedHashMap<>();
    private Set<String> profiles = Set.of();
    private Duration interval = Duration.ofSeconds(1);
    private Duration propagationInterval = Duration.ofSeconds(10);
    private Function<CqlSession, List<CounterSource>> counters =
        session -> List.of(new SystemViewsSource(session));
    private PropagationFactory propagation = AdaptiveSettings::network;
    private double sampleShare = 0.01;
    private Duration eventPeriod = Duration.ofSeconds(10);
    private final List<LevelListener> listeners = new ArrayList<>();
    private boolean logged = true;
    private boolean management = true;
    private MemorySettings memory = MemorySettings.DEFAULT;
    private TokenSettings tokens = TokenSettings.DEFAULT;
    private boolean dangerSignals = true;
    private Optional<EvidenceSettings> evidence = Optional.empty();
    private Optional<PublicationSettings> publication = Optional.empty();

    private Builder() {}

    /** {@link Mode#ADAPT} to have levels chosen from the start. */
    public Builder mode(Mode chosen) {
      mode = chosen;
      return this;
    }

    /** Opts a table in; the last word on a table counts. */
    public Builder table(TableSettings table) {
      tables.put(table.table(), table);
      return this;
    }

    /**
     * Whose statements are adapted too: profiles that state no level of their own; none unless told
     * otherwise.
     */
    public Builder profiles(Collection<String> names) {
      profiles = Set.copyOf(names);
      return this;
    }

    public Builder interval(Duration chosen) {
      interval = chosen;
      return this;
    }

    public Builder propagationInterval(Duration chosen) {
      propagationInterval = chosen;
      return this;
    }

    /** Where counts come from, the best source first; CQL virtual tables unless told otherwise. */
    public Builder counters(Function<CqlSession, List<CounterSource>> sources) {
      counters = sources;
      return this;
    }

    /** Where propagation times come from; round trips between nodes unless told otherwise. */
    public Builder propagation(PropagationFactory source) {
      propagation = source;
      return this;
    }

    public Builder sampleShare(double share) {
      sampleShare = share;
      return this;
    }

    public Builder eventPeriod(Duration period) {
      eventPeriod = period;
      return this;
    }

    public Builder listener(LevelListener listener) {
      listeners.add(listener);
      return this;
    }

    /** Whether events are written to the log too; they are unless told otherwise. */
    public Builder logged(boolean enabled) {
      logged = enabled;
      return this;
    }

    public Builder management(boolean enabled) {
      management = enabled;
      return this;
    }

    /** What was chosen so far. */
    MemorySettings memory() {
      return memory;
    }

    public Builder memory(MemorySettings chosen) {
      memory = chosen;
      return this;
    }

    /** How session tokens are made so far. */
    TokenSettings tokens() {
      return tokens;
    }

    /** How session tokens are made; hints unless told otherwise. */
    public Builder tokens(TokenSettings chosen) {
      tokens = chosen;
      return this;
    }

    /** Whether nodes are watched for what endangers reads; they are unless told otherwise. */
    public Builder dangerSignals(boolean watched) {
      dangerSignals = watched;
      return this;
    }

    /** Has what this process knows exchanged with others; it is not unless told otherwise. */
    public Builder evidence(EvidenceSettings exchanged) {
      evidence = Optional.of(exchanged);
      return this;
    }

    /** Has levels published for clients in other languages; they are not unless told otherwise. */
    public Builder publication(PublicationSettings published) {
      publication = Optional.of(published);
      return this;
    }

    /**
     * @throws IllegalArgumentException if a value is out of its range
     */
    public AdaptiveSettings build() {
      return new AdaptiveSettings(
          mode,
          tables,
          profiles,
          interval,
          propagationInterval,
          counters,
          propagation,
          sampleShare,
          eventPeriod,
          listeners,
          logged,
          management,
          memory,
          tokens,
          dangerSignals,
          evidence,
          publication);
    }
  }
}
