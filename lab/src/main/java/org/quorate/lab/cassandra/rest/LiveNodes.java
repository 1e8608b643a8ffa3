package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.cassandra.Management;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.study.progress.Progress;

/** The nodes of a running cluster, acted upon over JMX and by their processes. */
final class LiveNodes implements NodeActions {
  private static final String WITHOUT_CLIENTS = "-Dcassandra.start_native_transport=false";

  /** A server of the published ones boots in 151.5 s. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final long BETWEEN_LOOKS_MILLIS = 200;

  private final RunningCluster cluster;
  private final RestJournal journal;
  private final HintedHandoff handoff;
  private final Progress.Task task;
  private final GearListener listener;

  LiveNodes(
      RunningCluster cluster, RestJournal journal, Progress.Task task, GearListener listener) {
    this.cluster = cluster;
    this.journal = journal;
    this.handoff = new HintedHandoff(cluster);
    this.task = task;
    this.listener = listener;
  }

  /** Something that is done over JMX. */
  private interface Order {
    void give(Management management) throws IOException, InterruptedException;
  }

  @Override
  public boolean isRunning(String node) {
    return switch (node(node).state()) {
      case STARTING, READY, PAUSED -> true;
      case STOPPED, DIED -> false;
    };
  }

  @Override
  public void refuseClients(String node) throws EngineException, InterruptedException {
    task.detail(node + " refuses clients");
    order(
        node, "refuse clients", management -> management.invoke("stopNativeTransport", List.of()));
  }

  @Override
  public void drain(String node) throws EngineException, InterruptedException {
    task.detail(node + " is drained");
    order(
        node,
        "be drained",
        management ->
            TimedQuestion.ask(
                "drain of " + node + " at " + node(node).managementPort(),
                PATIENCE,
                () -> management.invoke("drain", List.of())));
  }

  @Override
  public Set<String> keptHints(String node) throws EngineException {
    return handoff.targets(node(node));
  }

  @Override
  public void stop(String node) throws InterruptedException {
    task.detail(node + " is stopped");
    node(node).stop();
    listener.rests(node);
  }

  @Override
  public void begin(String node) throws EngineException, InterruptedException {
    task.detail(node + " is started");
    listener.wakes(node);
    node(node).begin(List.of(WITHOUT_CLIENTS));
  }

  @Override
  public void awaitSeen(String node) throws EngineException, InterruptedException {
    List<RunningNode> all = upAnd(node);
    Set<String> addresses = all.stream().map(LiveSituation::address).collect(Collectors.toSet());
    int tokens = cluster.spec().nodes() * cluster.spec().tokensPerNode();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (RunningNode each : all) {
      Optional<String> missing = missing(each, addresses, tokens);
      while (missing.isPresent()) {
        if (!isRunning(node) || System.nanoTime() - deadline > 0) {
          throw new EngineException(
              node
                  + " did not come back: "
                  + (isRunning(node) ? each.name() + ": " + missing.get() : "its process has ended")
                  + "; see its log "
                  + node(node).log()
                  + ", and wake it again.",
              node(node).lastLogLines(20),
              null);
        }
        task.detail(each.name() + ": " + missing.get());
        TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
        missing = missing(each, addresses, tokens);
      }
    }
  }

  private static Optional<String> missing(RunningNode asked, Set<String> all, int tokens) {
    try (Management management = Management.connect(asked.managementPort())) {
      return management.missing(all, tokens);
    } catch (IOException notYet) {
      return Optional.of("it cannot be asked about its cluster yet");
    }
  }

  @Override
  public void awaitHints(Set<String> nodes) throws EngineException, InterruptedException {
    Set<String> ids = new HashSet<>();
    for (String node : nodes) {
      order(
          node,
          "say who it is",
          management ->
              ids.add((String) management.attribute(Management.STORAGE_SERVICE, "LocalHostId")));
    }
    handoff.awaitDelivered(ids, task);
  }

  @Override
  public void repair(String node) throws EngineException, InterruptedException {
    String hosts =
        upAnd(node).stream().map(LiveSituation::address).collect(Collectors.joining(","));
    order(
        node,
        "be repaired",
        management -> {
          for (String keyspace : NodeRepair.keyspaces(management)) {
            if (LiveSchema.isUsed(keyspace)) {
              task.detail(node + " is repaired: " + keyspace);
              NodeRepair.run(management, keyspace, hosts);
            }
          }
        });
  }

  @Override
  public void admitClients(String node) throws EngineException, InterruptedException {
    task.detail(node + " admits clients");
    order(
        node, "admit clients", management -> management.invoke("startNativeTransport", List.of()));
    node(node).awaitReady();
  }

  @Override
  public Map<String, String> processes(Set<String> except) {
    Map<String, String> processes = new LinkedHashMap<>();
    for (RunningNode node : cluster.nodes()) {
      if (!except.contains(node.name()) && isRunning(node.name())) {
        ProcessIdentity.of(node.processId())
            .ifPresent(
                found -> processes.put(node.name(), found.processId() + "@" + found.startTime()));
      }
    }
    return processes;
  }

  /** A node with those that are up; one that was drained is none, though its process runs. */
  private List<RunningNode> upAnd(String node) throws EngineException {
    List<RunningNode> up = new ArrayList<>(List.of(node(node)));
    for (RunningNode other : cluster.nodes()) {
      boolean leaves =
          journal.of(other.name()).filter(e -> e.step() != RestStep.LEAVING).isPresent();
      if (!other.name().equals(node) && other.state() == NodeState.READY && !leaves) {
        up.add(other);
      }
    }
    return up;
  }

  private RunningNode node(String name) {
    return cluster.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("There is no node " + name + "."));
  }

  private void order(String node, String what, Order order)
      throws EngineException, InterruptedException {
    try (Management management = Management.connect(node(node).managementPort())) {
      order.give(management);
    } catch (IOException e) {
      throw new EngineException(
          node
              + " could not "
              + what
              + " ("
              + e.getMessage()
              + "); see its log "
              + node(node).log()
              + ", and try again, or wake it.",
          e);
    }
  }
}
