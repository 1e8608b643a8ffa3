package org.quorate.lab.backend.cassandra;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import org.quorate.lab.cassandra.HintedHandoff;
import org.quorate.lab.cassandra.RingMembership;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.fault.ClusterFaults;
import org.quorate.lab.fault.ServerFaults;
import org.quorate.lab.link.LinksLostException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.fault.Fault;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.FaultOrder;
import org.quorate.study.fault.HintWindowFault;
import org.quorate.study.fault.HintsFault;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.NodeFault;
import org.quorate.study.progress.Progress;

/**
 * Faults to the servers, links and hints of Cassandra on this machine. Whole means here that all
 * servers see each other, the client is connected to all of them, and all hints are delivered; what
 * replicas have of a table is a {@link ReplicaComparison}'s matter.
 */
final class CassandraFaults implements ClusterFaults {
  private final List<RunningNode> nodes;
  private final ServerFaults servers;
  private final RingMembership ring;
  private final HintedHandoff hints;
  private final Reconnection reconnection;
  private final Set<Integer> outside = new ConcurrentSkipListSet<>();
  private volatile boolean hintsChanged;

  CassandraFaults(RunningCluster cluster, ServerFaults servers, Reconnection reconnection) {
    this.nodes = cluster.nodes();
    this.servers = servers;
    this.ring = new RingMembership(cluster);
    this.hints = new HintedHandoff(cluster);
    this.reconnection = reconnection;
  }

  @Override
  public void prepare(List<FaultEvent> events) throws BackendException, InterruptedException {
    for (int node : FaultOrder.outsideAtFirst(events.stream().map(FaultEvent::fault).toList())) {
      try {
        leave(node);
      } catch (EngineException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
  }

  @Override
  public void bringAbout(Fault fault) throws BackendException, InterruptedException {
    try {
      if (fault instanceof NodeFault node) {
        bringAbout(node);
      } else if (fault instanceof LinkFault link) {
        servers.bringAbout(link);
      } else if (fault instanceof HintsFault of) {
        hintsChanged = true;
        bringAbout(of);
      } else if (fault instanceof HintWindowFault of) {
        hintsChanged = true;
        hints.window(of.window());
      }
    } catch (EngineException | LinksLostException e) {
      throw new BackendException(
          "The fault \"" + fault.text() + "\" could not be brought about: " + e.getMessage(), e);
    }
  }

  private void bringAbout(NodeFault fault) throws EngineException, InterruptedException {
    switch (fault.deed()) {
      case ADD -> join(fault.node());
      case REMOVE -> leave(fault.node());
      default -> servers.bringAbout(fault);
    }
  }

  private void leave(int node) throws EngineException, InterruptedException {
    outside.add(node);
    ring.leave(nodes.get(node - 1));
  }

  private void join(int node) throws EngineException, InterruptedException {
    ring.join(nodes.get(node - 1));
    outside.remove(node);
  }

  private void bringAbout(HintsFault fault) throws EngineException {
    switch (fault.mode()) {
      case ON -> hints.reset();
      case OFF -> hints.writing(false);
      case THROTTLED -> {
        hints.writing(true);
        hints.throttle(fault.bytesPerSecond());
      }
    }
  }

  @Override
  public void makeWhole(Progress progress) throws BackendException, InterruptedException {
    try (Progress.Task task = progress.start("making the cluster whole", 0, "steps")) {
      task.detail("servers and links");
      servers.healAll();
      for (int node : outside) {
        join(node);
      }
      servers.runAll(progress);
      if (hintsChanged) {
        hints.reset();
      }
      reconnection.await();
      hints.awaitDelivered(task);
    } catch (EngineException | LinksLostException e) {
      throw new BackendException(
          "After the faults of the last run the cluster cannot be made whole: " + e.getMessage(),
          e);
    }
  }
}
