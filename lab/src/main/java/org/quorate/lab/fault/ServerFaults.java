package org.quorate.lab.fault;

import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.Links;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.NodeFault;
import org.quorate.study.progress.Progress;

/**
 * What is done to the processes of servers and to their links, whatever they store. A server that
 * is ended here is ended on purpose, and no listener takes it for a death. Thread-safe as far as
 * {@link ClusterFaults} asks for it.
 */
public final class ServerFaults {
  private final RunningCluster cluster;
  private final Links links;
  private final DelayDistribution usual;

  /**
   * @param usual delay of links that are not slow
   */
  public ServerFaults(RunningCluster cluster, Links links, DelayDistribution usual) {
    this.cluster = cluster;
    this.links = links;
    this.usual = usual;
  }

  /** Does something to a server; a start ends when all servers that run have found it. */
  public void bringAbout(NodeFault fault) throws EngineException, InterruptedException {
    RunningNode node = cluster.nodes().get(fault.node() - 1);
    switch (fault.deed()) {
      case KILL -> node.kill();
      case STOP -> node.stop();
      case START, RESTART -> node.restart();
      case PAUSE -> node.pause();
      case RESUME -> node.resume();
      case ADD, REMOVE ->
          throw new IllegalArgumentException("Who is a member of a ring is its store's matter.");
    }
  }

  /** Does something to links. */
  public void bringAbout(LinkFault fault) {
    for (Link link : links.all()) {
      if (fault.links().has(link.from(), link.to())) {
        switch (fault.deed()) {
          case CUT -> link.cut();
          case SLOW -> link.delay(DelayDistribution.parse(fault.delay()));
          case HEAL -> {
            link.delay(usual);
            link.heal();
          }
        }
      }
    }
  }

  /** Has no link be cut or slow. */
  public void healAll() {
    for (Link link : links.all()) {
      link.delay(usual);
      link.heal();
    }
  }

  /**
   * Has every server run, and waits until each sees all others.
   *
   * @throws EngineException when one does not come back
   */
  public void runAll(Progress progress) throws EngineException, InterruptedException {
    for (RunningNode node : cluster.nodes()) {
      if (node.state() == NodeState.STOPPED) {
        node.restart();
      }
    }
    cluster.resume(progress);
  }
}
