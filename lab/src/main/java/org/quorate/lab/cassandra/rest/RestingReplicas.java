package org.quorate.lab.cassandra.rest;

import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.quorate.core.level.Level;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.progress.Progress;

/**
 * Sends nodes of a running Cassandra cluster to rest and wakes them again, if its rows allow it;
 * one controller at a time. A controller that was killed is followed by calling either method
 * again, from any process. Used by one thread.
 */
public final class RestingReplicas {
  private final RunningCluster cluster;
  private final GearListener listener;

  /**
   * @param cluster stays the caller's
   */
  public RestingReplicas(RunningCluster cluster) {
    this(cluster, sentence -> {});
  }

  /**
   * @param listener told of nodes that rest and wake
   */
  RestingReplicas(RunningCluster cluster, GearListener listener) {
    this.cluster = cluster;
    this.listener = listener;
  }

  /**
   * Has nodes refuse clients, drains and stops them, one after another.
   *
   * @param names of nodes of the cluster, at least one
   * @return for how long they may rest from now on, where they did not before, and what to know
   * @throws EngineException when they may not, with what is in the way, or when a step fails; what
   *     was done stays done, to be gone on with or to be undone by {@link #wake}
   */
  public MayRest rest(List<String> names, RestTerms terms, UsedLevels levels, Progress.Task task)
      throws EngineException, InterruptedException {
    try (RestLock lock = RestLock.take(cluster.directory());
        LiveSituation situation = new LiveSituation(cluster, journal(), terms, levels)) {
      return rest(lock, situation, names, task);
    }
  }

  /**
   * The same.
   *
   * @param held on this cluster
   * @param situation of it; stays the caller's
   */
  MayRest rest(RestLock held, LiveSituation situation, List<String> names, Progress.Task task)
      throws EngineException, InterruptedException {
    return steps(situation, task, sentence -> {}).rest(names);
  }

  /**
   * Starts nodes that rest, has them get all that they missed, and then have clients. Nodes that
   * were on their way to rest are made as they were.
   *
   * @param names of nodes that rest or were sent to, at least one
   * @param repaired whether they are repaired although hints seem to have brought them all
   * @param told why a node is repaired
   * @throws EngineException when one does not rest or a step fails; the node then has no clients,
   *     and can be woken again
   */
  public void wake(List<String> names, boolean repaired, Progress.Task task, Consumer<String> told)
      throws EngineException, InterruptedException {
    try (RestLock lock = RestLock.take(cluster.directory())) {
      wake(lock, names, repaired, task, told);
    }
  }

  /**
   * The same.
   *
   * @param held on this cluster
   */
  void wake(
      RestLock held,
      List<String> names,
      boolean repaired,
      Progress.Task task,
      Consumer<String> told)
      throws EngineException, InterruptedException {
    try (LiveSituation situation =
        new LiveSituation(
            cluster,
            journal(),
            RestTerms.DEFAULT,
            new UsedLevels(Set.of(Level.ONE), Set.of(Level.ONE)))) {
      steps(situation, task, told).wake(names, repaired);
    }
  }

  private RestSteps steps(LiveSituation situation, Progress.Task task, Consumer<String> told) {
    NodeActions nodes = new LiveNodes(cluster, journal(), task, listener);
    return new RestSteps(
        cluster.nodes().stream().map(RunningNode::name).toList(),
        journal(),
        nodes,
        new LiveRules(situation, nodes),
        InstantSource.system(),
        told);
  }

  /** Where each node is on its way. */
  public RestJournal journal() {
    return new RestJournal(cluster.directory());
  }
}
