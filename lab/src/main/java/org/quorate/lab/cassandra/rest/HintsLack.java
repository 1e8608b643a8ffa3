package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.quorate.core.quantity.Durations;

/**
 * Whether hints may not have brought all that a node missed. They may not where one of the nodes
 * that kept them is not what it was, does not answer, still has some, or would not have kept all.
 * Pure.
 */
final class HintsLack {
  private HintsLack() {}

  /**
   * Looks at every node that kept writes.
   *
   * @param dataCenter of the node that woke
   * @param views what nodes say that answer, by name
   * @param processes those of all nodes that run, by name, as {@link RestEntry#keepers}
   * @return why not, part of a sentence; empty where hints have brought all
   */
  static Optional<String> of(
      RestEntry rest,
      String dataCenter,
      Map<String, NodeView> views,
      Map<String, String> processes) {
    if (rest.keepers().isEmpty()) {
      return Optional.of("it is not known who kept writes for it");
    }
    Duration away =
        Duration.between(rest.since(), rest.back() == null ? rest.since() : rest.back());
    for (Map.Entry<String, String> keeper : new TreeMap<>(rest.keepers()).entrySet()) {
      String name = keeper.getKey();
      NodeView view = views.get(name);
      if (!keeper.getValue().equals(processes.get(name))) {
        return Optional.of(
            name
                + ", which kept writes for it, was started again or has died since, and may have"
                + " lost some");
      }
      if (view == null) {
        return Optional.of(name + ", which kept writes for it, does not answer");
      }
      if (!view.writesHints() || view.withoutHints().contains(dataCenter)) {
        return Optional.of(name + " keeps no hints for it");
      }
      if (view.hintsMiB() > 0) {
        return Optional.of(
            name + " keeps no more than " + view.hintsMiB() + " MiB of hints for a node");
      }
      if (away.compareTo(view.hintWindow()) > 0) {
        return Optional.of(
            "it was away for "
                + Durations.format(Duration.ofSeconds(away.toSeconds()))
                + ", longer than the hint window of "
                + name
                + ", "
                + Durations.format(view.hintWindow()));
      }
    }
    return Optional.empty();
  }
}
