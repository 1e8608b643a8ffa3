package org.quorate.lab.cassandra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A cluster's ring as one of its nodes sees it.
 *
 * @param mode the node's own mode; NORMAL once it has joined the ring
 * @param live the advertised addresses of nodes that it takes for alive, itself among them
 * @param tokens every token of the ring, to the address of its node
 */
record RingView(String mode, Set<String> live, Map<String, String> tokens) {
  private static final String UNREACHABLE = "UNREACHABLE";

  RingView {
    live = Set.copyOf(live);
    tokens = Map.copyOf(tokens);
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
    return tokens.size() == ringTokens
        ? Optional.empty()
        : Optional.of("it knows " + tokens.size() + " of " + ringTokens + " tokens");
  }

  /**
   * Whether the running nodes have one version of the schema.
   *
   * @param schemas every version, to the addresses of the nodes that have it; nodes that did not
   *     answer are under UNREACHABLE
   */
  static boolean agreeOnSchema(Map<String, List<String>> schemas, Set<String> running) {
    Set<String> versions = new TreeSet<>();
    schemas.forEach(
        (version, nodes) -> {
          if (nodes.stream().anyMatch(running::contains)) {
            versions.add(version);
          }
        });
    return versions.size() == 1 && !versions.contains(UNREACHABLE);
  }
}
