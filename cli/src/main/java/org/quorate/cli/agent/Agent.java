package org.quorate.cli.agent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.metric.PrometheusText;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cli.agent.Lookout.Look;
import org.quorate.cli.agent.Lookout.Outcome;
import org.quorate.cli.live.Glance;
import org.quorate.cli.live.LevelsGlance;
import org.quorate.cli.live.NodesGlance;
import org.quorate.cli.observe.EnergyReport;
import org.quorate.cli.page.HttpPage;
import org.quorate.lab.store.cassandra.StoreException;

/**
 * Looks at a cluster again and again, for as long as it is let: what it sees goes to the history
 * and to the pages. A cluster that is away is connected to again. Run by one thread; the page's
 * answers may be asked for by any.
 */
final class Agent {
  private final Duration interval;
  private final Lookout.Opener opener;
  private final History history;
  private final AgentTime time;
  private final Consumer<String> told;
  private final Consumer<Glance> watched;
  private final Presence presence;
  private final MinuteRows minutes = new MinuteRows();
  private final ReadingMetrics shown = new ReadingMetrics();
  private volatile Optional<EnergyReport> energy = Optional.empty();
  private volatile List<Metric> published = List.of();
  private volatile Optional<LevelsGlance> levels = Optional.empty();

  /** Kept as it was first shown, since the clock may be set meanwhile. */
  private @Nullable Instant awaySince;

  /**
   * @param keyspaces that are looked at, one after the other
   * @param told sentences for people
   * @param watched what was seen, for whoever watches
   */
  Agent(
      Duration interval,
      int keyspaces,
      Lookout.Opener opener,
      History history,
      AgentTime time,
      Consumer<String> told,
      Consumer<Glance> watched) {
    this.interval = interval;
    this.opener = opener;
    this.history = history;
    this.time = time;
    this.told = told;
    this.watched = watched;
    this.presence = new Presence(interval, keyspaces, time.nanos());
  }

  /**
   * Runs until it is interrupted; what it has seen by then is written.
   *
   * @throws InterruptedException at the end, always
   */
  void run() throws InterruptedException {
    try {
      while (true) {
        time.sleep(0);
        try (Lookout lookout = opener.open()) {
          presence.connected(time.nanos());
          watch(lookout);
        } catch (StoreException | RuntimeException failure) {
          presence.failed(time.nanos(), Failures.sentence(failure)).ifPresent(told);
        }
        energy = Optional.empty();
        published = List.of();
        levels = Optional.empty();
        record(List.of(), Optional.empty());
        time.sleep(presence.pause().toNanos());
      }
    } finally {
      history.add(minutes.end(), time.now());
    }
  }

  /** Looks at every interval until the connection is lost. */
  private void watch(Lookout lookout) throws InterruptedException {
    try {
      while (!presence.isLost(time.nanos())) {
        long next = time.nanos() + interval.toNanos();
        List<Look> looks = lookout.look();
        met(looks).ifPresent(told);
        energy = lookout.energy();
        published = lookout.published();
        levels = lookout.levels();
        record(looks, lookout.nodes());
        time.sleep(next - time.nanos());
      }
    } catch (InterruptedException ended) {
      // At once, since to close the lookout may take longer than whoever ends this waits.
      history.add(minutes.end(), time.now());
      throw ended;
    }
  }

  private Optional<String> met(List<Look> looks) {
    if (looks.stream().anyMatch(Look::isReading)) {
      return presence.answered(time.nanos());
    }
    // Why it cannot be read has been told; to connect anew would change nothing.
    return !looks.isEmpty() && looks.stream().allMatch(look -> look.outcome() == Outcome.UNREADABLE)
        ? presence.reached(time.nanos())
        : presence.silent(time.nanos());
  }

  private void record(List<Look> looks, Optional<NodesGlance> nodes) {
    shown.seen(looks, time.nanos());
    List<ClusterReport> readings =
        looks.stream().filter(Look::isReading).map(Look::report).flatMap(Optional::stream).toList();
    history.add(minutes.add(time.now(), readings), time.now());
    watched.accept(glance(looks, readings, nodes));
  }

  private Glance glance(
      List<Look> looks, List<ClusterReport> readings, Optional<NodesGlance> nodes) {
    Instant at = time.now();
    long now = time.nanos();
    if (presence.absence(now).isEmpty()) {
      awaySince = null;
    }
    double age = presence.age(now);
    return new Glance(
        at,
        presence.readyFor(now).map(at::plus),
        presence.absence(now).map(absence -> away(absence, at)),
        Double.isNaN(age) ? Optional.empty() : Optional.of(at.minusNanos((long) (1e9 * age))),
        readings,
        looks.stream().filter(look -> !look.isReading()).map(Look::keyspace).toList(),
        nodes,
        levels);
  }

  private Glance.Away away(Presence.Absence absence, Instant at) {
    Instant since = awaySince == null ? at.minusNanos(absence.nanos()) : awaySince;
    awaySince = since;
    return new Glance.Away(since, absence.why());
  }

  /** All that is known now, whoever is told it. */
  List<Metric> known() {
    long now = time.nanos();
    List<Metric> seen = new ArrayList<>(shown.metrics(now));
    seen.addAll(published);
    return AgentMetrics.of(
        seen, energy, unready(now).isEmpty(), presence.age(now), history.counts());
  }

  /** What is read at {@code /metrics}. */
  HttpPage.Answer metrics() {
    return new HttpPage.Answer(true, PrometheusText.CONTENT_TYPE, PrometheusText.of(known()));
  }

  /** What is read at {@code /ready}. */
  HttpPage.Answer ready() {
    Optional<String> unready = unready(time.nanos());
    return HttpPage.Answer.plain(unready.isEmpty(), unready.orElse("ready") + "\n");
  }

  /** Why it is not ready, without a name of anything: whoever asks for it has no login. */
  private Optional<String> unready(long now) {
    if (!presence.isReady(now)) {
      return Optional.of("no reading in the last " + presence.patience());
    }
    return levels
        .filter(LevelsGlance::isFailing)
        .map(failing -> "levels are not published; the live page says why");
  }
}
