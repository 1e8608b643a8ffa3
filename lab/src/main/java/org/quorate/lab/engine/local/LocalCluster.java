package org.quorate.lab.engine.local;

import java.net.InetSocketAddress;
import java.nio.file.Path;
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
import org.quorate.lab.engine.NodeListener;
import org.quorate.lab.engine.NodeRecord;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.progress.Progress;

/** A cluster of child processes of this machine. */
public final class LocalCluster implements RunningCluster {
  /** Lines of a dead node's log that listeners are shown. */
  private static final int SHOWN_LINES = 20;

  private final ClusterRegistry registry;
  private final ClusterRecord record;
  private final Readiness readiness;
  private final Interconnect.@Nullable Connection connection;
  private final List<LocalNode> nodes;
  private final List<NodeListener> listeners = new CopyOnWriteArrayList<>();

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
    this.nodes = record.nodes().stream().map(node -> new LocalNode(this, node)).toList();
  }

  /**
   * Starts every node of a recorded cluster at once and waits until they are ready. If that fails,
   * what was started is stopped again.
   *
   * @param record the cluster as claimed, with the command of every node
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
      for (LocalNode node : cluster.nodes) {
        node.start();
      }
      readiness.await(cluster.nodes, List.of(), task);
      for (LocalNode node : cluster.nodes) {
        node.ready();
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
    cluster.nodes.forEach(LocalNode::attach);
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
  public List<InetSocketAddress> contactPoints() {
    return nodes.stream().map(LocalNode::clientAddress).toList();
  }

  @Override
  public Path directory() {
    return record.directory();
  }

  @Override
  public void addListener(NodeListener listener) {
    listeners.add(listener);
  }

  @Override
  public void pause() throws EngineException, InterruptedException {
    for (LocalNode node : nodes) {
      if (node.state() == NodeState.READY) {
        node.pause();
      }
    }
  }

  @Override
  public void resume(Progress progress) throws EngineException, InterruptedException {
    List<LocalNode> paused =
        nodes.stream().filter(node -> node.state() == NodeState.PAUSED).toList();
    for (LocalNode node : paused) {
      node.resume();
    }
    try (Progress.Task task =
        progress.start("resuming " + record.spec().name(), paused.size(), "nodes")) {
      readiness.await(paused, List.of(), task);
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
      for (LocalNode node : nodes) {
        node.endingWithCluster();
      }
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

  /** What is written down of the node now. */
  Optional<NodeRecord> recorded(LocalNode node) {
    return registry
        .current(record)
        .flatMap(
            now ->
                now.nodes().stream()
                    .filter(other -> other.addresses().index() == node.index())
                    .findFirst());
  }

  /** Waits until a node that was started again is ready. */
  void awaitReady(LocalNode node) throws EngineException, InterruptedException {
    List<LocalNode> others =
        nodes.stream()
            .filter(other -> other != node)
            .filter(other -> other.state() == NodeState.READY)
            .toList();
    readiness.await(List.of(node), others, Progress.silent().start("", 1, ""));
    node.ready();
  }

  void nodeEnded(LocalNode node, OptionalInt exitStatus) {
    List<String> lines = node.lastLogLines(SHOWN_LINES);
    listeners.forEach(listener -> listener.onNodeDied(node, exitStatus, lines));
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
