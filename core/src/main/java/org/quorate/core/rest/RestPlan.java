package org.quorate.core.rest;

import java.time.Duration;
import java.util.List;
import org.quorate.core.rest.RestDecision.MayRest;

/** Which nodes of a cluster could rest in which hours of a day. */
public sealed interface RestPlan {
  /**
   * One set of nodes, which rest and wake together.
   *
   * @param nodes their names, in order
   * @param spells at least one, by their start
   * @param allowed what their rows allow
   * @param busiest of each hour, operations per second of the awake node that would have the most
   *     while they rest; NaN where not known
   */
  record Gear(List<String> nodes, List<RestSpell> spells, MayRest allowed, List<Double> busiest)
      implements RestPlan {
    public Gear {
      nodes = List.copyOf(nodes);
      spells = List.copyOf(spells);
      busiest = List.copyOf(busiest);
    }

    /** For how long each of them rests in a day. */
    public Duration perDay() {
      return spells.stream().map(RestSpell::length).reduce(Duration.ZERO, Duration::plus);
    }

    /** Hours a day for which a node rests, of all of them together. */
    public double nodeHours() {
      return nodes.size() * perDay().toSeconds() / 3600.0;
    }
  }

  /**
   * None.
   *
   * @param reasons why, at least one: a sentence each
   */
  record Nothing(List<String> reasons) implements RestPlan {
    public Nothing {
      reasons = List.copyOf(reasons);
    }
  }
}
