package org.quorate.cassandra.propagation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.quorate.cassandra.monitor.SourceException;

/**
 * Which keys are read through which replica of theirs: each key through the one that has the fewest
 * yet, so that every node of the cluster coordinates about as many.
 *
 * @param <K> key
 * @param <N> node
 */
final class PairPlan<K, N> {
  /** Reads of one round at most, two for each pair. */
  static final int MOST_READS = 60;

  private static final int PAIRS_PER_COORDINATOR = 10;

  /** Draws for each pair, where keys with all replicas up are rare. */
  private static final int DRAWS_PER_PAIR = 8;

  private final List<Pair<K, N>> pairs = new ArrayList<>();
  private final Map<N, Integer> load = new HashMap<>();
  private boolean isReplicated;
  private boolean isComplete = true;

  /** A key and the replica that shall coordinate its reads. */
  record Pair<K, N>(K key, N coordinator) {}

  /** Where a key's replicas are. */
  interface Ring<K, N> {
    /** Another key at random. */
    K draw();

    /** Those replicas that the round is about. */
    Collection<N> replicas(K key) throws SourceException;

    boolean isDown(N node);

    boolean canCoordinate(N node);
  }

  private PairPlan() {}

  /**
   * Draws keys for one round.
   *
   * @param most pairs, at least 1; there are never more than {@value #MOST_READS} reads
   */
  static <K, N> PairPlan<K, N> draw(Ring<K, N> ring, int most) throws SourceException {
    PairPlan<K, N> plan = new PairPlan<>();
    for (int i = 0; i < Math.min(most, MOST_READS / 2); i++) {
      plan.add(ring);
    }
    return plan;
  }

  private void add(Ring<K, N> ring) throws SourceException {
    Optional<Pair<K, N>> poorer = Optional.empty();
    for (int draw = 0; draw < DRAWS_PER_PAIR; draw++) {
      K key = ring.draw();
      Collection<N> replicas = ring.replicas(key);
      isReplicated |= replicas.size() > 1;
      Optional<Pair<K, N>> pair =
          replicas.stream()
              .filter(node -> !ring.isDown(node) && ring.canCoordinate(node))
              .filter(node -> load.getOrDefault(node, 0) < PAIRS_PER_COORDINATOR)
              .min(Comparator.comparing(node -> load.getOrDefault(node, 0)))
              .map(node -> new Pair<>(key, node));
      if (pair.isPresent() && replicas.stream().noneMatch(ring::isDown)) {
        take(pair.get());
        return;
      }
      poorer = poorer.isPresent() ? poorer : pair;
    }
    poorer.ifPresent(
        pair -> {
          isComplete = false;
          take(pair);
        });
  }

  private void take(Pair<K, N> pair) {
    pairs.add(pair);
    load.merge(pair.coordinator(), 1, Integer::sum);
  }

  /** In the order drawn; none where no node can coordinate. */
  List<Pair<K, N>> pairs() {
    return List.copyOf(pairs);
  }

  /** Whether any key has more than one replica. */
  boolean isReplicated() {
    return isReplicated;
  }

  /** Whether all replicas of every key are up. */
  boolean isComplete() {
    return isComplete;
  }
}
