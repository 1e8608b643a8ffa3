package org.quorate.lab.cassandra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A cluster as one of its nodes sees it.
 *
 * @param mode the node's own mode; NORMAL once it has joined the ring
 * @param live the advertised addresses of nodes that it takes for alive, itself among them
 * @param tokens every token of the ring, to the address of its node
 * @param schemas every version of the schema, to the addresses of the nodes that have it; nodes
 *     that did not answer are under UNREACHABLE
 */
record RingView(
    String mode, Set<String> live, Map<String, String> tokens, Map<String, List<String>> schemas) {
  private static final String UNREACHABLE = "UNREACHABLE";

  RingView {
    live = Set.copyOf(live);
    tokens = Map.copyOf(tokens);
    schemas = Map.copyOf(schemas);
  }

  /**
   * What is still missing until these nodes form a whole, or nothing when they do.
   *
   * @param running the advertised addresses of the nodes that run
   * @param ringTokens the number of tokens of all nodes of the cluster, running or not
   */
  Optional<String> missing(Set<String> running, int ringTokens) {
    if (!mode.equals("NORMAL")) {
      return Optional.of("it is " + mode);
    }
    Set<String> unseen = new TreeSet<>(running);
    unseen.removeAll(live);
    if (!unseen.isEmpty()) {
      return Optional.of("it does not see " + String.join(", ", unseen));
    }
    if (tokens.size() != ringTokens) {
      return Optional.of("it knows " + tokens.size() + " of " + ringTokens + " tokens");
    }
    long versions =
        schemas.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(UNREACHABLE))
            .filter(entry -> entry.getValue().stream().anyMatch(running::contains))
            .count();
    boolean silent =
        schemas.getOrDefault(UNREACHABLE, List.of()).stream().anyMatch(running::contains);
    return versions == 1 && !silent
        ? Optional.empty()
        : Optional.of("the nodes do not agree on the schema yet");
  }
}
