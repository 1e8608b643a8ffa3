package com.example.cart;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.access.Login;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.monitor.ClusterMonitor;
import org.quorate.cassandra.monitor.cql.SystemViewsSource;
import org.quorate.cassandra.monitor.jmx.JmxSource;
import org.quorate.cassandra.monitor.prometheus.Authorization;
import org.quorate.cassandra.monitor.prometheus.PrometheusSource;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.session.SessionScope;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.setting.WhenUnreachable;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.KeyPopularity;

/** What the documents show beside the applications; compiled, so that it stays true. */
final class Samples {
  private static final System.Logger LOG = System.getLogger("com.example.cart");

  private Samples() {}

  static AdaptiveSession byFile() {
    CqlSession plainSession = CqlSession.builder().build();
    AdaptiveSession session = Quorate.adaptive(plainSession);
    return session;
  }

  static AdaptiveSession byCode(CqlSession plainSession) {
    AdaptiveSession session =
        Quorate.adaptive(
            plainSession,
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(
                    TableSettings.of("shop.carts", 0.01, Level.LOCAL_ONE)
                        .withPolicy(Policies.of("random-read", 0.01))
                        .withPopularity(KeyPopularity.uniform(100_000))
                        .withWindow(Duration.ofSeconds(30))
                        .withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT))
                .listener(event -> LOG.log(System.Logger.Level.INFO, event.toString()))
                .build());
    return session;
  }

  static AdaptiveSession publishing(CqlSession plainSession) {
    AdaptiveSession session =
        Quorate.adaptive(
            plainSession,
            AdaptiveSettings.builder()
                .mode(Mode.ADAPT)
                .table(
                    TableSettings.of("shop.carts", 0.01, Level.LOCAL_QUORUM)
                        .withSafeLevel(Level.LOCAL_QUORUM))
                .publication(PublicationSettings.in(TableName.parse("quorate.levels")))
                .build());
    return session;
  }

  static void switchAtRunTime(AdaptiveSession session) {
    TableName carts = TableName.parse("shop.carts");
    session.levels().mode(Mode.ADAPT); // from now on, without redeploying
    session.levels().pin(carts, Level.LOCAL_QUORUM); // whatever the estimate says
    session.levels().pin(carts, null); // released
    session.levels().mode(Mode.OFF); // as if Quorate were not there, but for pins
  }

  static void explain(AdaptiveSession session, BoundStatement statement) {
    LevelExplanation now = session.levels().explain(statement);
    LOG.log(System.Logger.Level.INFO, now.level() + ": " + now.reason());
  }

  static String asOneUser(
      AdaptiveSession session, @Nullable String cookie, BoundStatement statement) {
    SessionScope scope = session.resume(cookie); // null for a user without one
    ResultSet cart = scope.execute(statement); // writes, batches and asynchronous ones alike
    String next = scope.token(); // the new cookie, when the answers are there
    LOG.log(System.Logger.Level.INFO, cart.getAvailableWithoutFetching() + " rows");
    return next;
  }

  static int thatSeesOwnWrites(AdaptiveSession session, BoundStatement statement) {
    ResultSet cart = session.guaranteed().execute(statement); // a read that must see own writes
    return cart.getAvailableWithoutFetching();
  }

  static void ownLevel(CqlSession session, BoundStatement checkout) {
    session.execute(checkout.setConsistencyLevel(DefaultConsistencyLevel.LOCAL_QUORUM));
  }

  static void throughHotNodes(CqlSession session, BoundStatement nightlyReport) {
    session.execute(nightlyReport.setExecutionProfileName("hot"));
  }

  static void results(AdaptiveSession session) {
    session.pairs().result(TableName.parse("shop.carts")).ifPresent(System.out::println);
    session.levels().status().forEach(System.out::println);
  }

  static void freshness(AdaptiveSession session) {
    TableStatus carts = session.levels().status(TableName.parse("shop.carts")).orElseThrow();
    LOG.log(System.Logger.Level.INFO, carts.freshness().sentence());
  }

  static void errorBudget(AdaptiveSession session) {
    session
        .levels()
        .status(TableName.parse("shop.carts"))
        .flatMap(TableStatus::budget)
        .ifPresent(budget -> LOG.log(System.Logger.Level.INFO, budget.sentence()));
  }

  static String scrape(AdaptiveSession session) {
    return PrometheusText.of(session.metrics());
  }

  static boolean wakesSomebody(LevelEvent event) {
    return switch (event.kind()) {
      case MONITOR_LOST, SERVED_WEAKER, LEFT_ALONE -> true;
      default -> false;
    };
  }

  static AdaptiveSettings.Builder otherSources(AdaptiveSettings.Builder settings, Path login)
      throws IOException {
    ManagementAccess management = ManagementAccess.atPort(7199).withLogin(Login.read(login));
    return settings
        .counters(session -> List.of(new JmxSource(management), new SystemViewsSource(session)))
        .propagation(
            (session, table, ladder, writeBytes) ->
                new CanaryPropagation(
                    session,
                    table.keyspace(),
                    ladder,
                    CanarySettings.DEFAULT,
                    new SplittableRandom()));
  }

  static void monitor(CqlSession session, Path file) throws IOException {
    ClusterMonitor monitor =
        new ClusterMonitor(
            session,
            List.of(
                new SystemViewsSource(session),
                new JmxSource(ManagementAccess.atPort(7199).withLogin(Login.read(file))),
                new PrometheusSource(
                    PrometheusSource.template("http://{host}:9103/metrics"),
                    Authorization.none())));

    // A stage with a reading; again every few seconds.
    monitor.poll(Set.of(TableName.parse("shop.carts"))).thenAccept(System.out::println);
  }
}
