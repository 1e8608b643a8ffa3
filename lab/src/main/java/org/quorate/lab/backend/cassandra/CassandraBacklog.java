package org.quorate.lab.backend.cassandra;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.quorate.lab.backend.Backlog;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.cassandra.Management;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.backend.BackendException;

/**
 * What nodes of Cassandra that run have to do: compactions that go on or are due, as the nodes
 * count them, hints in files, and hints that may be {@linkplain HintedHandoff#inMemory() in memory}
 * alone after their count has risen. Hints for nodes that are down are among them. Used by one
 * thread.
 */
final class CassandraBacklog implements Backlog {
  private static final String COMPACTIONS =
      "org.apache.cassandra.metrics:type=Compaction,name=PendingTasks";

  private final RunningCluster cluster;
  private final HintedHandoff handoff;
  private final Asked asked;

  /** Hints that each node had counted when it was looked at last. */
  private final Map<String, Long> counted = new HashMap<>();

  private final Map<String, Long> risenAt = new HashMap<>();

  /** Answers for nodes. */
  interface Asked extends AutoCloseable {
    /** A number that a bean of the node has under this name. */
    long number(RunningNode node, String bean, String attribute) throws IOException;

    /** Lets go of all nodes, which may be asked again. */
    @Override
    void close();
  }

  /** By connections that are kept, since a new one takes servers more than an answer does. */
  private static final class ByManagement implements Asked {
    private final Map<String, Management> connected = new HashMap<>();

    @Override
    public long number(RunningNode node, String bean, String attribute) throws IOException {
      Management management = connected.get(node.name());
      if (management == null) {
        management = Management.connect(node.managementPort());
        connected.put(node.name(), management);
      }
      return ((Number) management.attribute(bean, attribute)).longValue();
    }

    @Override
    public void close() {
      connected.values().forEach(Management::close);
      connected.clear();
    }
  }

  CassandraBacklog(RunningCluster cluster) {
    this(cluster, new ByManagement());
  }

  CassandraBacklog(RunningCluster cluster, Asked asked) {
    this.cluster = cluster;
    this.handoff = new HintedHandoff(cluster);
    this.asked = asked;
    for (RunningNode node : cluster.nodes()) {
      try {
        counted.put(node.name(), asked.number(node, Management.HINTS_WRITTEN, "Count"));
      } catch (IOException silent) {
        // Its hints then count as new, which only lets it be looked at for longer.
      }
    }
    // A node that is started anew during the run has to be connected to anew.
    asked.close();
  }

  @Override
  public Optional<String> left() throws BackendException {
    for (RunningNode node : cluster.nodes()) {
      try {
        Optional<String> left = node.state() == NodeState.READY ? left(node) : Optional.empty();
        if (left.isPresent()) {
          return left;
        }
      } catch (IOException e) {
        asked.close();
        return Optional.of(node.name() + " does not answer over JMX");
      } catch (EngineException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
    return Optional.empty();
  }

  private Optional<String> left(RunningNode node) throws IOException, EngineException {
    String name = node.name();
    long compactions = asked.number(node, COMPACTIONS, "Value");
    if (compactions > 0) {
      return Optional.of(name + " has " + compactions + " compactions to do");
    }
    long hints = asked.number(node, Management.HINTS_WRITTEN, "Count");
    Long before = counted.put(name, hints);
    long now = System.nanoTime();
    if (before == null || before != hints) {
      risenAt.put(name, now);
    }
    if (!handoff.targets(node).isEmpty()) {
      return Optional.of(name + " has hints to deliver");
    }
    Long risen = risenAt.get(name);
    return risen != null && now - risen < handoff.inMemory().toNanos()
        ? Optional.of(name + " may have hints in memory")
        : Optional.empty();
  }

  @Override
  public void close() {
    asked.close();
  }
}
