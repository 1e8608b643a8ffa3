package org.quorate.lab.backend;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.counter.EnvironmentFacts;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.energy.ColdCap;
import org.quorate.lab.energy.Host;
import org.quorate.lab.energy.LocalHosts;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.fault.ServerFaults;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.LinksLostException;
import org.quorate.lab.link.process.LinkProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.Environment;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunEvent;

/**
 * Servers whose processes and links this machine runs, and which nobody else uses: everything can
 * be seen and changed. What is here is the same for every store. Used by one thread, but for {@link
 * #death()}.
 */
public final class LocalServers implements MeasuredServers {
  private final RunningCluster cluster;
  private final LinkProcess carrier;
  private final Links links;
  private final NodeEvents events = new NodeEvents();
  private final ColdCap cap;

  /**
   * Watches the processes of a cluster from now on.
   *
   * @param carrier carries its links
   */
  public LocalServers(RunningCluster cluster, LinkProcess carrier) {
    this.cluster = cluster;
    this.carrier = carrier;
    this.links = carrier.links();
    this.cap = new ColdCap(cluster);
    cluster.addListener(events);
  }

  /** A study's words for a delay; {@code none} is none. */
  public static DelayDistribution linkDelay(String text) {
    return text.equals(RunSettings.NO_DELAY)
        ? DelayDistribution.NONE
        : DelayDistribution.parse(text);
  }

  /**
   * This machine and the servers on it.
   *
   * @param directory of the session's own files
   * @param server what they are, such as {@code Apache Cassandra 5.0.9}
   * @param layout how the store spreads its rows over them
   */
  public Environment environment(Path directory, String server, Map<String, String> layout) {
    ClusterSpec spec = cluster.spec();
    Map<String, String> facts = new LinkedHashMap<>(EnvironmentFacts.collect(directory).facts());
    facts.put("server", server);
    facts.put("nodes", String.valueOf(cluster.nodes().size()));
    facts.putAll(layout);
    facts.put("heap per node", spec.heap().toString());
    Double quota = spec.processorQuota();
    facts.put("processor quota per node", quota == null ? "none" : quota + " cores");
    facts.put("compiler of the nodes", spec.quickCompiler() ? "quick (C1 alone)" : "full");
    facts.put(
        "links",
        carrier.hasPrecedence()
            ? "relay with real-time priority"
            : "relay with ordinary priority, late where the machine is busy");
    return new Environment(facts);
  }

  /** Caps the cold nodes and delays the links as a run asks. */
  public void prepare(RunSettings settings) throws BackendException {
    cap.set(settings.coldCap());
    try {
      links.delay(linkDelay(settings.linkDelay()));
    } catch (LinksLostException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** What does a run's faults to processes and links, and undoes them. */
  public ServerFaults faults(RunSettings settings) {
    return new ServerFaults(cluster, links, linkDelay(settings.linkDelay()));
  }

  /**
   * Freezes all processes. A server that notices that it stood still itself does not take the
   * others for dead.
   */
  public void pause() throws BackendException, InterruptedException {
    try {
      cluster.pause();
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Ends a {@link #pause()}; ends when all nodes are ready. */
  public void resume(Progress progress) throws BackendException, InterruptedException {
    try {
      cluster.resume(progress);
    } catch (EngineException e) {
      throw new BackendException(String.valueOf(e.getMessage()), e);
    }
  }

  @Override
  public Optional<CapResult> coldCap() {
    return cap.inEffect();
  }

  @Override
  public MachineMeter machine() {
    return new MachineMeter(carrier::processes);
  }

  @Override
  public void resetLinks() {
    links.resetReports();
  }

  @Override
  public List<LinkResult> links() {
    Map<Integer, String> names = new HashMap<>();
    names.put(Links.CLIENTS, "clients");
    cluster.nodes().forEach(node -> names.put(node.index(), node.name()));
    return links.reports().stream()
        .map(
            report ->
                new LinkResult(
                    names.getOrDefault(report.from(), "node" + report.from()),
                    names.getOrDefault(report.to(), "node" + report.to()),
                    report.configured(),
                    report.achieved(),
                    report.bytes()))
        .toList();
  }

  @Override
  public List<Host> hosts(ClusterSettings settings) {
    return LocalHosts.of(cluster, settings, links);
  }

  @Override
  public List<RunEvent> events(long fromNanos, long toNanos) {
    return events.between(fromNanos, toNanos);
  }

  @Override
  public Optional<String> death() {
    return events.death();
  }

  @Override
  public void requireServers() throws BackendException {
    Optional<String> death = death();
    if (death.isPresent()) {
      throw new BackendException(death.get());
    }
  }
}
