package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.jmx.ManagementAddresses;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.monitor.jmx.JmxSource;
import org.quorate.cassandra.monitor.prometheus.Authorization;
import org.quorate.cassandra.monitor.prometheus.PrometheusSource;
import org.quorate.cassandra.observe.ClusterObserver;
import org.quorate.cassandra.observe.KeySampling;
import org.quorate.cassandra.observe.ObserverSettings;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.core.level.Level;

/**
 * By what the nodes of a cluster are asked for their counts, and what observes with it. Immutable.
 *
 * @param management where nodes listen for JMX, or null where that is not said
 * @param prometheus the template of the exporters' addresses, or null
 * @param authorization what exporters are told to be let in
 */
public record NodeSources(
    @Nullable ManagementAddresses management,
    @Nullable String prometheus,
    Authorization authorization) {
  /**
   * How long a node has to answer. Longer than an application's monitor gives it: nobody waits, and
   * a first contact over JMX is slow.
   */
  public static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Duration PROPAGATION_INTERVAL = Duration.ofSeconds(15);

  /**
   * Reads what a user wrote.
   *
   * @param jmx a port, a template or an address for each node; null for none
   * @param jmxLogin a file with user and password; null for none
   * @param prometheus a template; null for none
   * @param prometheusLogin a file with user and password; null for none
   * @throws IllegalArgumentException if something is wrong; the message is one sentence
   * @throws IOException if a file cannot be read, or others may; the message is one sentence
   */
  public static NodeSources of(
      @Nullable String jmx,
      @Nullable Path jmxLogin,
      boolean jmxEncryption,
      @Nullable String prometheus,
      @Nullable Path prometheusLogin)
      throws IOException {
    if (prometheus != null) {
      var unused = PrometheusSource.template(prometheus);
    }
    return new NodeSources(
        jmx == null ? null : management(jmx, jmxLogin, jmxEncryption),
        prometheus,
        prometheusLogin == null
            ? Authorization.none()
            : Authorization.basic(Login.read(prometheusLogin)));
  }

  private static ManagementAddresses management(
      String jmx, @Nullable Path login, boolean isEncrypted) throws IOException {
    ManagementAddresses addresses = ManagementAddresses.parse(jmx);
    ManagementAccess access = addresses.access();
    if (login != null) {
      access = access.withLogin(Login.read(login));
    }
    return new ManagementAddresses(
        isEncrypted ? access.withEncryption() : access, addresses.named());
  }

  /** How nodes are reached over JMX, or null where that is not said. */
  public @Nullable ManagementAccess access() {
    return management == null ? null : management.access();
  }

  /**
   * Begins to observe.
   *
   * @param session stays open when the observer is closed
   * @param keys that the traffic of a table is taken to spread over; empty where not known
   * @param propagation that {@link PropagationOption#check} has let pass
   * @param sampling how many rows are read in pairs
   * @param readsSampled whether servers that can be reached over JMX are asked which partitions are
   *     read most
   */
  public ClusterObserver observer(
      CqlSession session,
      ObservedKeyspace keyspace,
      OptionalLong keys,
      String propagation,
      KeySampling sampling,
      boolean readsSampled) {
    return new ClusterObserver(
        session,
        new ObserverSettings(
            keyspace.name(),
            keyspace.tables(),
            keyspace.levels(),
            keys,
            propagation(propagation, keyspace.levels().writeLevel()),
            PROPAGATION_INTERVAL,
            sampling,
            readsSampled ? Optional.ofNullable(access()) : Optional.empty()),
        monitor(session),
        new SplittableRandom(),
        System::nanoTime);
  }

  /**
   * Begins to count.
   *
   * @param session stays open when the monitor is closed
   */
  public ClusterMonitor monitor(CqlSession session) {
    return new ClusterMonitor(session, counters(session), PATIENCE, System::nanoTime);
  }

  /**
   * Where the propagation time of tables comes from.
   *
   * @param text that {@link PropagationOption#check} has let pass
   * @param writeLevel of the tables
   */
  public PropagationFactory propagation(String text, Level writeLevel) {
    return PropagationOption.factory(text, writeLevel, access());
  }

  /**
   * What counts, what knows more first.
   *
   * @param session stays open when the sources are closed
   */
  public List<CounterSource> counters(CqlSession session) {
    List<CounterSource> sources = new ArrayList<>();
    ManagementAccess access = access();
    if (access != null) {
      sources.add(new JmxSource(access));
    }
    if (prometheus != null) {
      sources.add(
          new PrometheusSource(
              PrometheusSource.template(prometheus),
              authorization,
              List.of(),
              PATIENCE,
              System::nanoTime));
    }
    sources.add(new SystemViewsSource(session, PATIENCE, System::nanoTime));
    return sources;
  }
}
