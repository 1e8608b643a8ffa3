package org.quorate.study.fault;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Follows a time line ahead of the run, from a cluster that is whole, and tells what cannot be.
 * Used once, by one thread.
 */
public final class FaultOrder {
  private enum State {
    RUNS("runs"),
    DOWN("is down"),
    PAUSED("stands still"),
    OUTSIDE("is no member of the ring");

    private final String text;

    State(String text) {
      this.text = text;
    }
  }

  private final int nodes;
  private final int mostOutside;
  private final State[] states;
  private final boolean[][] cut;
  private final boolean[][] slow;

  /**
   * @param nodes servers of the cluster
   * @param mostOutside of these, how many may be outside the ring at once and leave enough for the
   *     replicas of every row
   * @param faults the whole time line, by which it is known who is outside when it begins
   */
  public FaultOrder(int nodes, int mostOutside, List<Fault> faults) {
    this.nodes = nodes;
    this.mostOutside = mostOutside;
    this.states = new State[nodes + 1];
    this.cut = new boolean[nodes + 1][nodes + 1];
    this.slow = new boolean[nodes + 1][nodes + 1];
    Arrays.fill(states, State.RUNS);
    outsideAtFirst(faults).stream()
        .filter(node -> node <= nodes)
        .forEach(node -> states[node] = State.OUTSIDE);
  }

  /** The servers that a time line adds before it does anything else to them. */
  public static SortedSet<Integer> outsideAtFirst(List<Fault> faults) {
    SortedSet<Integer> outside = new TreeSet<>();
    Set<Integer> seen = new HashSet<>();
    for (Fault fault : faults) {
      if (fault instanceof NodeFault node
          && seen.add(node.node())
          && node.deed() == NodeFault.Deed.ADD) {
        outside.add(node.node());
      }
    }
    return outside;
  }

  /**
   * The next fault of the time line.
   *
   * @return why it cannot be, as the end of a sentence; empty where it can
   */
  public Optional<String> follow(Fault fault) {
    if (count(State.OUTSIDE) > mostOutside) {
      return tooFew();
    }
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
    if (count(State.OUTSIDE) > 0 && states[node] != State.OUTSIDE && isHarm(fault.deed())) {
      return Optional.of(
          "nothing is done to a server while another is outside the ring; add that first.");
    }
    return switch (fault.deed()) {
      case KILL ->
          move(fault, states[node] == State.PAUSED ? State.PAUSED : State.RUNS, State.DOWN);
      case STOP -> move(fault, State.RUNS, State.DOWN);
      case START -> starting(fault, State.DOWN);
      case RESTART -> starting(fault, State.RUNS);
      case PAUSE -> move(fault, State.RUNS, State.PAUSED);
      case RESUME -> move(fault, State.PAUSED, State.RUNS);
      case ADD -> changingTheRing(fault, State.OUTSIDE, State.RUNS);
      case REMOVE -> changingTheRing(fault, State.RUNS, State.OUTSIDE);
    };
  }

  private static boolean isHarm(NodeFault.Deed deed) {
    return switch (deed) {
      case KILL, STOP, START, RESTART, PAUSE -> true;
      case RESUME, ADD, REMOVE -> false;
    };
  }

  private Optional<String> move(NodeFault fault, State from, State to) {
    return states[fault.node()] == from ? become(fault.node(), to) : cannot(fault);
  }

  /** A server that starts waits until all that run have found it and each other. */
  private Optional<String> starting(NodeFault fault, State from) {
    return isAnyCut()
        ? Optional.of(
            "a server that starts must reach all others, and links are cut at that instant; heal"
                + " them first.")
        : move(fault, from, State.RUNS);
  }

  /** Rows are streamed from and to all, and the ring must keep a place for every replica. */
  private Optional<String> changingTheRing(NodeFault fault, State from, State to) {
    if (states[fault.node()] != from) {
      return cannot(fault);
    }
    if (isAnyCut() || count(State.DOWN) + count(State.PAUSED) > 0) {
      return Optional.of(
          "the ring changes only while all its servers run and no link is cut; mend these first.");
    }
    become(fault.node(), to);
    return count(State.OUTSIDE) > mostOutside ? tooFew() : Optional.empty();
  }

  private static Optional<String> tooFew() {
    return Optional.of(
        "fewer servers than replicas of each row would be left; raise cluster: nodes.");
  }

  private long count(State state) {
    return Arrays.stream(states).skip(1).filter(each -> each == state).count();
  }

  private boolean isAnyCut() {
    return Arrays.stream(cut).anyMatch(FaultOrder::holdsTrue);
  }

  private static boolean holdsTrue(boolean[] values) {
    for (boolean value : values) {
      if (value) {
        return true;
      }
    }
    return false;
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
              case RUNS ->
                  fault.deed() == NodeFault.Deed.ADD
                      ? "remove it first."
                      : "kill, stop or pause it first.";
              case DOWN -> "start it first.";
              case PAUSED -> "resume it first, or kill it.";
              case OUTSIDE -> "add it first.";
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
