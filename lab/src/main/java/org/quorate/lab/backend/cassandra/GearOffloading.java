package org.quorate.lab.backend.cassandra;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.quorate.core.rest.GearDecision;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.backend.RestThread;
import org.quorate.lab.backend.RestTimes;
import org.quorate.lab.cassandra.rest.GearListener;
import org.quorate.lab.cassandra.rest.RestingGear;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.progress.Progress;

/**
 * Has a data centre of Cassandra, a gear, rest and wake by the load while a run is measured, on a
 * thread of its own, by the very steps of {@code quorate cluster rest --by-load}. A rest or a wake
 * that fails is told on the run's time line; the run ends with an error only where the gear is not
 * awake again after it.
 */
final class GearOffloading implements Offloading, GearListener {
  /** Longer than a rest and a wake may take. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(30);

  private final RunningCluster cluster;
  private final OffloadSettings settings;
  private final List<String> gear;
  private final UsedLevels levels;
  private final RestTimes times = new RestTimes(System::nanoTime);
  private final RestThread thread = new RestThread("gear", this::lookOn);
  private long wantedAtNanos;

  /**
   * @param cluster stays the caller's
   * @param settings with a gear that rests
   * @param gear names of its nodes, all of them awake
   * @param levels all that the run's requests are sent at
   */
  GearOffloading(
      RunningCluster cluster, OffloadSettings settings, List<String> gear, UsedLevels levels) {
    this.cluster = cluster;
    this.settings = settings;
    this.gear = List.copyOf(gear);
    this.levels = levels;
  }

  @Override
  public void begin() {
    thread.begin();
  }

  @Override
  public void end() {
    thread.end();
  }

  private void lookOn() throws EngineException, InterruptedException {
    GearPolicy policy =
        new GearPolicy(
            new GearTerms(settings.capacityPerSecond(), settings.low(), settings.shortestStay()),
            settings.interval());
    // The first data centre has the clients, though they may not be connected yet.
    RestTerms terms =
        new RestTerms(
            RestTerms.DEFAULT.failures(),
            RestTerms.DEFAULT.timeToWake(),
            Set.of(cluster.spec().dataCenters().get(0).name()));
    try (RestingGear resting =
        RestingGear.open(cluster, gear, terms, levels, policy, Progress.silent(), this)) {
      while (thread.next(settings.interval())) {
        resting.look();
      }
    }
  }

  @Override
  public void told(String sentence) {
    times.event(sentence);
  }

  @Override
  public void decided(GearDecision decision, double load) {
    int nodes = cluster.nodes().size();
    boolean rests = decision instanceof GearDecision.Rest;
    wantedAtNanos = System.nanoTime();
    times.chosen(
        Double.isNaN(load) ? 0 : load, rests ? nodes - gear.size() : nodes, decision.reason());
  }

  @Override
  public void awake() {
    times.served((System.nanoTime() - wantedAtNanos) / 1e9);
  }

  @Override
  public void rests(String node) {
    times.rests(node, true);
  }

  @Override
  public void wakes(String node) {
    times.wakes(node);
  }

  @Override
  public Offloaded awakeAgain(long fromNanos, long toNanos)
      throws BackendException, InterruptedException {
    thread.awaitDone(
        LONGEST_STEP,
        "The data centre "
            + settings.gear()
            + " was to rest or to wake up, and has not done so within "
            + LONGEST_STEP.toMinutes()
            + " minutes; see its nodes' logs.");
    Offloaded done = times.between(fromNanos, toNanos);
    RestingNodes.wake(cluster);
    return done;
  }

  @Override
  public void close() {
    thread.close();
  }
}
