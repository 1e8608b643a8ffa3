package org.quorate.lab.backend.cassandra;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.quorate.core.offload.Consolidation;
import org.quorate.core.offload.HysteresisOffload;
import org.quorate.core.rest.NodeCount;
import org.quorate.lab.backend.Offloading;
import org.quorate.lab.backend.RestThread;
import org.quorate.lab.backend.RestTimes;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.HostPlan;
import org.quorate.study.plan.OffloadSettings;

/**
 * Has the nodes of each rack of Cassandra share fewer hosts while a run's load is low, on a thread
 * of its own: looks every interval what nodes have executed, and has {@link RackHosts} decide for
 * one rack after another. All nodes go on running; what rests is a host whose nodes are on others.
 * A node that cannot be moved ends the deciding, and the run that waits for it is told.
 */
final class HostOffloading implements Offloading, HostControls {
  /** Longer than a look at every node, and moves, may take. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(5);

  private final RunningCluster cluster;
  private final OffloadSettings settings;
  private final Counts counts;
  private final NodeRates rates;
  private final List<RackHosts> racks = new ArrayList<>();
  private final RestTimes times = new RestTimes(System::nanoTime);
  private final RestThread thread = new RestThread("hosts", this::lookOn);

  /** Operations of each node at the latest look. */
  private Map<String, Double> perSecond = Map.of();

  /** What each node that answers has executed, by its name. */
  interface Counts {
    Map<String, NodeCount> read() throws InterruptedException;
  }

  /**
   * @param cluster whose hosts have a quota, and each node is on its own; stays the caller's
   * @param settings in which nodes move
   * @param counts asked at every look
   * @param boot how long a host takes from being wanted until it can have nodes
   */
  HostOffloading(RunningCluster cluster, OffloadSettings settings, Counts counts, Duration boot) {
    this.cluster = cluster;
    this.settings = settings;
    this.counts = counts;
    this.rates = new NodeRates(settings.window());
    Map<String, Integer> homes = new LinkedHashMap<>();
    Map<String, String> rackOf = new LinkedHashMap<>();
    for (RunningNode node : cluster.nodes()) {
      homes.put(node.name(), home(cluster, node));
      rackOf.put(node.name(), node.dataCenter() + "/" + node.rack());
    }
    for (Consolidation rack : Consolidation.ofRacks(homes, rackOf)) {
      racks.add(
          new RackHosts(
              rack,
              new HysteresisOffload(
                  settings.low(),
                  settings.high(),
                  settings.shortestStay().toNanos() / 1e9,
                  settings.leastAwakeOf(rack.hosts().size())),
              settings.capacityPerSecond(),
              settings.low(),
              boot,
              System::nanoTime,
              this));
    }
  }

  private static int home(RunningCluster cluster, RunningNode node) {
    ClusterSpec.HostQuota quota = cluster.spec().hostQuota();
    return cluster.spec().hosts(quota == null ? 1 : quota.nodesPerHost()).host(node.index());
  }

  /** Has every node on its own host, whatever a run was ended in the middle of. */
  static void home(RunningCluster cluster) throws BackendException, InterruptedException {
    try {
      for (RunningNode node : cluster.nodes()) {
        node.moveTo(home(cluster, node));
      }
    } catch (EngineException e) {
      throw new BackendException("Nodes are not on their own hosts: " + e.getMessage(), e);
    }
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
    while (thread.next(settings.interval())) {
      rates.add(System.nanoTime(), counts.read());
      perSecond = rates.perSecond();
      for (RackHosts rack : racks) {
        if (!thread.isOver()) {
          rack.look(perSecond);
        }
      }
    }
  }

  @Override
  public void chosen(String reason) {
    boolean areAllKnown = perSecond.size() == cluster.nodes().size();
    times.chosen(
        areAllKnown ? perSecond.values().stream().mapToDouble(each -> each).sum() : 0,
        racks.stream().mapToInt(RackHosts::wanted).sum(),
        reason);
    times.event(reason);
  }

  @Override
  public void move(String node, int host) throws EngineException, InterruptedException {
    for (RunningNode each : cluster.nodes()) {
      if (each.name().equals(node)) {
        each.moveTo(host);
        times.moved(true);
        times.event(node + " is on " + HostPlan.name(host) + " from now on.");
      }
    }
  }

  @Override
  public void rests(int host) {
    times.rests(HostPlan.name(host), true);
    times.event(HostPlan.name(host) + " rests, without a node.");
  }

  @Override
  public void boots(int host) {
    times.event(HostPlan.name(host) + " boots.");
  }

  @Override
  public void isOn(int host) {
    times.wakes(HostPlan.name(host));
  }

  @Override
  public void served(double seconds) {
    times.served(seconds);
    times.event(
        String.format(
            Locale.ROOT, "Nodes have their hosts again, %.1f s after it was wanted.", seconds));
  }

  @Override
  public Offloaded awakeAgain(long fromNanos, long toNanos)
      throws BackendException, InterruptedException {
    thread.awaitDone(
        LONGEST_STEP,
        "Nodes that were to move between hosts have not done so within "
            + LONGEST_STEP.toMinutes()
            + " minutes; see their logs.");
    Offloaded done = times.between(fromNanos, toNanos);
    home(cluster);
    return done;
  }

  @Override
  public void close() {
    thread.close();
  }
}
