package org.quorate.lab.cassandra.rest;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.rest.NodeCount;
import org.quorate.core.rest.RestCheck;
import org.quorate.core.rest.RestDecision;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.study.progress.Progress;

/** A gear of a cluster of this machine. Used by one thread. */
final class LiveGear implements GearControls, AutoCloseable {
  private final RunningCluster cluster;
  private final List<String> names;
  private final Set<String> wanted;
  private final RestTerms terms;
  private final UsedLevels levels;
  private final RestLock lock;
  private final RestingReplicas replicas;
  private final Progress progress;
  private final GearListener listener;

  /**
   * Kept from look to look while the gear is away, since each connects to the cluster anew; not
   * longer, nor beyond a refusal, since each knows the data centres of clients as they were at its
   * first look.
   */
  private @Nullable LiveSituation situation;

  /**
   * @param names of nodes of the cluster
   * @param lock on it; stays the caller's
   * @param listener told why a node is repaired, and of nodes that rest and wake
   */
  LiveGear(
      RunningCluster cluster,
      List<String> names,
      RestTerms terms,
      UsedLevels levels,
      RestLock lock,
      Progress progress,
      GearListener listener) {
    this.cluster = cluster;
    this.names = List.copyOf(names);
    this.wanted = new HashSet<>(names);
    this.terms = terms;
    this.levels = levels;
    this.lock = lock;
    this.replicas = new RestingReplicas(cluster, listener);
    this.progress = progress;
    this.listener = listener;
  }

  @Override
  public RestDecision verdict() throws InterruptedException {
    RestDecision decision;
    try {
      if (isAwake()) {
        close();
      }
      decision = RestCheck.decide(situation().read(wanted), wanted);
    } catch (EngineException unknown) {
      decision = new MustStay(String.valueOf(unknown.getMessage()));
    }
    if (decision instanceof MustStay) {
      close();
    }
    return decision;
  }

  @Override
  public Map<String, NodeCount> executed() throws InterruptedException {
    return ExecutedOperations.of(cluster);
  }

  private boolean isAwake() throws EngineException {
    for (String name : names) {
      if (replicas.journal().of(name).isPresent()) {
        return false;
      }
    }
    return true;
  }

  private LiveSituation situation() {
    LiveSituation open = situation;
    if (open == null) {
      open = new LiveSituation(cluster, replicas.journal(), terms, levels);
      situation = open;
    }
    return open;
  }

  @Override
  public MayRest rest() throws EngineException, InterruptedException {
    try (Progress.Task task = progress.start("sending nodes to rest", names.size(), "nodes")) {
      return replicas.rest(lock, situation(), names, task);
    } finally {
      close();
    }
  }

  @Override
  public void wake() throws EngineException, InterruptedException {
    close();
    try (Progress.Task task = progress.start("waking nodes", names.size(), "nodes")) {
      replicas.wake(lock, names, false, task, listener::told);
    }
  }

  @Override
  public void close() {
    if (situation != null) {
      situation.close();
      situation = null;
    }
  }
}
