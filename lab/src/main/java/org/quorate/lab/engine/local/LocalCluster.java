package org.quorate.lab.engine.local;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.ClusterSpec;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.ProcessListener;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.engine.RunningService;
import org.quorate.study.progress.Progress;

/** A cluster of child processes of this machine. */
public final class LocalCluster implements RunningCluster {
  /** Lines of a dead process's log that listeners are shown. */
  private static final int SHOWN_LINES = 20;

  private final ClusterRegistry registry;
  private final ClusterRecord record;
  private final Readiness readiness;
  private final Interconnect.@Nullable Connection connection;
  private final List<LocalService> services;
  private final List<LocalNode> nodes;
  private final List<ProcessListener> listeners = new CopyOnWriteArrayList<>();

  /** Held while a process is started, and while it is decided that none is any more. */
  private final ReentrantLock starting = new ReentrantLock();

  private boolean stopped;
  private volatile boolean owned;
  private @Nullable Thread shutdownHook;

  private LocalCluster(
      ClusterRegistry registry,
      ClusterRecord record,
      Readiness readiness,
      Interconnect.@Nullable Connection connection,
      boolean owned) {
    this.registry = registry;
    this.record = record;
    this.readiness = readiness;
    this.connection = connection;
    this.owned = owned;
    this.services =
        record.services().stream().map(service -> new LocalService(this, service)).toList();
    this.nodes = record.nodes().stream().map(node -> new LocalNode(this, node)).toList();
  }

  /**
   * Starts the services of a recorded cluster one after another and then every node at once, and
   * waits until they are ready. If that fails, what was started is stopped again.
   *
   * @param record the cluster as claimed, with the command of every node and service
   * @param connection what carries traffic between nodes; closed with the cluster
   */
  public static LocalCluster start(
      ClusterRegistry registry,
      ClusterRecord record,
      Readiness readiness,
      Interconnect.@Nullable Connection connection,
      Progress progress)
      throws EngineException, InterruptedException {
    LocalCluster cluster = new LocalCluster(registry, record, readiness, connection, true);
    boolean complete = false;
    try (Progress.Task task =
        progress.start("starting " + record.spec().name(), cluster.nodes.size(), "nodes")) {
      cluster.stopAtShutdown();
      for (LocalService service : cluster.services) {
        service.start();
        readiness.await(service);
      }
      for (LocalNode node : cluster.nodes) {
        node.start();
      }
      readiness.await(cluster.services, cluster.nodes, List.of(), task);
      for (LocalProcess process : cluster.processes()) {
        process.ready();
      }
      complete = true;
      return cluster;
    } finally {
      if (!complete) {
        cluster.stop();
      }
    }
  }

  /** Takes hold of a cluster that was started earlier. */
  public static LocalCluster attach(
      ClusterRegistry registry, ClusterRecord record, Readiness readiness) {
    LocalCluster cluster = new LocalCluster(registry, record, readiness, null, false);
    cluster.processes().forEach(LocalProcess::attach);
    return cluster;
  }

  @Override
  public ClusterSpec spec() {
    return record.spec();
  }

  @Override
  public List<RunningNode> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public List<RunningService> services() {
    return List.copyOf(services);
  }

  @Override
  public List<InetSocketAddress> contactPoints() {
    List<InetSocketAddress> ofServices =
        services.stream()
            .filter(service -> service.service().contactPoint())
            .map(LocalService::address)
            .toList();
    return ofServices.isEmpty()
        ? nodes.stream().map(LocalNode::clientAddress).toList()
        : ofServices;
  }

  /** All services and all nodes, in the order of their start. */
  private List<LocalProcess> processes() {
    List<LocalProcess> processes = new ArrayList<>(services);
    processes.addAll(nodes);
    return processes;
  }

  @Override
  public Path directory() {
    return record.directory();
  }

  @Override
  public void addListener(ProcessListener listener) {
    listeners.add(listener);
  }

  @Override
  public void pause() throws EngineException, InterruptedException {
    List<LocalProcess> lastFirst = processes();
    Collections.reverse(lastFirst);
    for (LocalProcess process : lastFirst) {
      if (process.state() != NodeState.READY) {
        continue;
      }
      if (process instanceof LocalService service && service.service().countsTime()) {
        service.stop();
      } else {
        process.pause();
      }
    }
  }

  @Override
  public void resume(Progress progress) throws EngineException, InterruptedException {
    List<LocalNode> paused =
        nodes.stream().filter(node -> node.state() == NodeState.PAUSED).toList();
    try (Progress.Task task =
        progress.start("resuming " + record.spec().name(), paused.size(), "nodes")) {
      for (LocalService service : services) {
        if (service.service().countsTime() && service.state() == NodeState.STOPPED) {
          service.start();
          readiness.await(service);
          service.ready();
        } else if (service.state() == NodeState.PAUSED) {
          service.resume();
          readiness.await(service);
        }
      }
      for (LocalNode node : paused) {
        node.resume();
      }
      readiness.await(
          runningServices(),
          paused,
          nodes.stream()
              .filter(node -> node.state() == NodeState.READY && !paused.contains(node))
              .toList(),
          task);
    }
  }

  @Override
  public void detach() throws EngineException {
    if (connection != null && connection.processes().isEmpty()) {
      throw new EngineException(
          "Cluster "
              + spec().name()
              + " cannot go on alone, since this process carries the traffic between its nodes.");
    }
    registry.update(record, ClusterRecord::detach);
    owned = false;
    forgetShutdown();
  }

  @Override
  public void close() {
    if (owned) {
      stop();
    }
  }

  @Override
  public void stop() {
    if (!startNothingMore()) {
      return;
    }
    boolean interrupted = Thread.interrupted();
    try {
      processes().forEach(LocalProcess::endingWithCluster);
      registry.cleanUp(record);
    } catch (EngineException | RuntimeException failure) {
      System.getLogger(LocalCluster.class.getName())
          .log(System.Logger.Level.WARNING, failure.getMessage(), failure);
    } catch (InterruptedException cut) {
      interrupted = true;
    } finally {
      if (connection != null) {
        connection.close();
      }
      forgetShutdown();
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Whether this call was the one that decided it. */
  private boolean startNothingMore() {
    starting.lock();
    try {
      boolean first = !stopped;
      stopped = true;
      return first;
    } finally {
      starting.unlock();
    }
  }

  /** Starts a process of a node, so that whoever stops the cluster finds it. */
  interface ProcessStart {
    void start() throws EngineException;
  }

  /**
   * Starts a process unless the cluster has been stopped meanwhile, as by Ctrl-C: a process started
   * after all others were ended would be found by nobody.
   */
  void unlessStopped(ProcessStart process) throws EngineException {
    starting.lock();
    try {
      if (stopped) {
        throw new EngineException("Cluster " + spec().name() + " was stopped while it started.");
      }
      process.start();
    } finally {
      starting.unlock();
    }
  }

  ClusterRegistry registry() {
    return registry;
  }

  ClusterRecord record() {
    return record;
  }

  /** What is written down of the process now. */
  Optional<LocalProcess.Recorded> recorded(LocalProcess process) {
    return registry.current(record).flatMap(process::recordedIn);
  }

  /** Waits until a node that was started again is ready. */
  void awaitReady(LocalNode node) throws EngineException, InterruptedException {
    readiness.await(
        runningServices(), List.of(node), readyNodesBut(node), Progress.silent().start("", 1, ""));
    node.ready();
  }

  /** Waits until a service that was started again is ready, and the nodes have found it. */
  void awaitReady(LocalService service) throws EngineException, InterruptedException {
    readiness.await(service);
    readiness.await(
        runningServices(), List.of(), readyNodesBut(null), Progress.silent().start("", 0, ""));
    service.ready();
  }

  /** The services that can answer: one that has ended, by whatever hand, or is frozen cannot. */
  private List<LocalService> runningServices() {
    return services.stream()
        .filter(
            service -> service.state() == NodeState.READY || service.state() == NodeState.STARTING)
        .toList();
  }

  private List<LocalNode> readyNodesBut(@Nullable LocalNode one) {
    return nodes.stream()
        .filter(other -> other != one)
        .filter(other -> other.state() == NodeState.READY)
        .toList();
  }

  void processEnded(LocalProcess process, OptionalInt exitStatus) {
    List<String> lines = process.lastLogLines(SHOWN_LINES);
    listeners.forEach(listener -> listener.onProcessEnded(process, exitStatus, lines));
  }

  private synchronized void stopAtShutdown() {
    Thread hook = new Thread(this::close, "stop cluster " + spec().name());
    Runtime.getRuntime().addShutdownHook(hook);
    shutdownHook = hook;
  }

  private synchronized void forgetShutdown() {
    Thread hook = shutdownHook;
    shutdownHook = null;
    if (hook != null && hook != Thread.currentThread()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException shuttingDown) {
        // The hook runs, and finds the cluster stopped.
      }
    }
  }
}
