package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.ObjectName;
import org.quorate.core.rest.NodeCount;
import org.quorate.lab.cassandra.Management;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/**
 * What nodes have executed since their start, as replicas of clients' keyspaces: reads, each data
 * or digest read by itself, scans, and writes; and the hints that they have written for others.
 * Stateless.
 */
public final class ExecutedOperations {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String METRICS = "org.apache.cassandra.metrics:";
  private static final List<String> KINDS = List.of("ReadLatency", "RangeLatency", "WriteLatency");

  private ExecutedOperations() {}

  /** Of each node that answers, by its name. */
  public static Map<String, NodeCount> of(RunningCluster cluster) throws InterruptedException {
    Map<String, NodeCount> executed = new HashMap<>();
    for (RunningNode node : cluster.nodes()) {
      if (node.state() == NodeState.READY) {
        try {
          executed.put(
              node.name(),
              TimedQuestion.ask(
                  "operations of " + node.name() + " at " + node.managementPort(),
                  PATIENCE,
                  () -> count(node)));
        } catch (IOException silent) {
          // Whether it is down is for those to say who look at its condition.
        }
      }
    }
    return executed;
  }

  private static NodeCount count(RunningNode node) throws IOException {
    try (Management asked = Management.connect(node.managementPort())) {
      // To connect takes longest, and the longer the busier the node is.
      long now = System.nanoTime();
      long sum = count(asked, Management.HINTS_WRITTEN);
      for (String kind : KINDS) {
        for (ObjectName bean : asked.beans(METRICS + "type=Keyspace,keyspace=*,name=" + kind)) {
          if (LiveSchema.isUsed(bean.getKeyProperty("keyspace"))) {
            sum += count(asked, bean.getCanonicalName());
          }
        }
      }
      return new NodeCount(sum, now);
    }
  }

  private static long count(Management asked, String bean) throws IOException {
    return ((Number) asked.attribute(bean, "Count")).longValue();
  }
}
