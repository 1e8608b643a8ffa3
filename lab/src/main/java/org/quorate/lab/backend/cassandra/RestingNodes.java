package org.quorate.lab.backend.cassandra;

import java.util.ArrayList;
import java.util.List;
import org.quorate.lab.cassandra.rest.RestingReplicas;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;
import org.quorate.study.progress.Progress;

/** Nodes that were sent to rest, whatever a run was ended in the middle of. Stateless. */
final class RestingNodes {
  private RestingNodes() {}

  /** Has all of them awake, with every write that they missed. */
  static void wake(RunningCluster cluster) throws BackendException, InterruptedException {
    RestingReplicas replicas = new RestingReplicas(cluster);
    try {
      List<String> away = new ArrayList<>();
      for (RunningNode node : cluster.nodes()) {
        if (replicas.journal().of(node.name()).isPresent()) {
          away.add(node.name());
        }
      }
      if (!away.isEmpty()) {
        try (Progress.Task task = Progress.silent().start("waking nodes", away.size(), "nodes")) {
          replicas.wake(away, false, task, sentence -> {});
        }
      }
    } catch (EngineException e) {
      throw new BackendException("Nodes that rested are not awake again: " + e.getMessage(), e);
    }
  }
}
