package org.quorate.study.fault;

import java.util.Arrays;
import java.util.Optional;

/**
 * Follows a time line ahead of the run, from a cluster that is whole, and tells what cannot be.
 * Used once, by one thread.
 */
public final class FaultOrder {
  private enum State {
    RUNS("runs"),
    DOWN("is down"),
    PAUSED("stands still");

    private final String text;

    State(String text) {
      this.text = text;
    }
  }

  private final int nodes;
  private final State[] states;
  private final boolean[][] cut;
  private final boolean[][] slow;

  /**
   * @param nodes servers of the cluster
   */
  public FaultOrder(int nodes) {
    this.nodes = nodes;
    this.states = new State[nodes + 1];
    this.cut = new boolean[nodes + 1][nodes + 1];
    this.slow = new boolean[nodes + 1][nodes + 1];
    Arrays.fill(states, State.RUNS);
  }

  /**
   * The next fault of the time line.
   *
   * @return why it cannot be, as the end of a sentence; empty where it can
   */
  public Optional<String> follow(Fault fault) {
    if (fault instanceof NodeFault node) {
      return follow(node);
    }
    return fault instanceof LinkFault link ? follow(link) : Optional.empty();
  }

  private Optional<String> follow(NodeFault fault) {
    int node = fault.node();
    if (node > nodes) {
      return unknown(node);
    }
    return switch (fault.deed()) {
      case KILL -> states[node] == State.DOWN ? cannot(fault) : become(node, State.DOWN);
      case STOP -> move(fault, State.RUNS, State.DOWN);
      case START -> starting(fault, State.DOWN);
      case RESTART -> starting(fault, State.RUNS);
      case PAUSE -> move(fault, State.RUNS, State.PAUSED);
      case RESUME -> move(fault, State.PAUSED, State.RUNS);
    };
  }

  private Optional<String> move(NodeFault fault, State from, State to) {
    return states[fault.node()] == from ? become(fault.node(), to) : cannot(fault);
  }

  /** A server that starts waits until all that run have found it and each other. */
  private Optional<String> starting(NodeFault fault, State from) {
    for (boolean[] ofSender : cut) {
      for (boolean isCut : ofSender) {
        if (isCut) {
          return Optional.of(
              "a server that starts must reach all others, and links are cut at that instant; heal"
                  + " them first.");
        }
      }
    }
    return move(fault, from, State.RUNS);
  }

  private Optional<String> become(int node, State state) {
    states[node] = state;
    return Optional.empty();
  }

  private Optional<String> cannot(NodeFault fault) {
    return Optional.of(
        fault.target()
            + " "
            + states[fault.node()].text
            + " at that instant; "
            + switch (states[fault.node()]) {
              case RUNS -> "kill, stop or pause it first.";
              case DOWN -> "start it first.";
              case PAUSED -> "resume it first, or kill it.";
            });
  }

  private Optional<String> follow(LinkFault fault) {
    LinkSet links = fault.links();
    if (links.largestNode() > nodes) {
      return unknown(links.largestNode());
    }
    if (nodes == 1) {
      return Optional.of("a cluster of one server has no links.");
    }
    boolean changes = false;
    for (int from = 1; from <= nodes; from++) {
      for (int to = 1; to <= nodes; to++) {
        if (from != to && links.has(from, to)) {
          changes |= set(fault.deed(), from, to);
        }
      }
    }
    return changes
        ? Optional.empty()
        : Optional.of(
            fault.deed() == LinkFault.Deed.HEAL
                ? "none of these links is cut or slow at that instant."
                : "all of these links are cut at that instant; heal them first.");
  }

  /** Whether it makes a difference to the link. */
  private boolean set(LinkFault.Deed deed, int from, int to) {
    boolean wasCut = cut[from][to];
    boolean wasSlow = slow[from][to];
    switch (deed) {
      case CUT -> cut[from][to] = true;
      case SLOW -> slow[from][to] = true;
      case HEAL -> {
        cut[from][to] = false;
        slow[from][to] = false;
      }
    }
    return deed == LinkFault.Deed.HEAL ? wasCut || wasSlow : !wasCut;
  }

  private Optional<String> unknown(int node) {
    return Optional.of(
        "the cluster has no "
            + NodeFault.name(node)
            + "; its servers are "
            + (nodes == 1 ? "node1 alone." : "node1 to node" + nodes + "."));
  }
}
