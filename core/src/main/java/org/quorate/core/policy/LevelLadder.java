package org.quorate.core.policy;

import java.util.Comparator;
import java.util.List;
import org.quorate.core.level.Level;

/**
 * The read levels that a policy may choose from, from the weakest to the strongest. Immutable.
 *
 * <p>Cassandra has a level for 1, 2, 3, a majority and all replicas, and for 1 and a majority in
 * the coordinator's own data centre. A number of replicas that has no level is rounded up: of five
 * replicas, four become ALL. Where several levels need as many replicas the ladder has ONE, QUORUM
 * or ALL rather than TWO or THREE.
 */
public enum LevelLadder {
  /** Replicas of all data centres count. */
  GLOBAL,

  /**
   * Replicas of the coordinator's own data centre count, as far as there are such levels; above a
   * local majority there is only ALL, of all data centres.
   */
  LOCAL;

  private List<Level> levels() {
    return switch (this) {
      case GLOBAL -> List.of(Level.ONE, Level.QUORUM, Level.ALL, Level.TWO, Level.THREE);
      case LOCAL -> List.of(Level.LOCAL_ONE, Level.LOCAL_QUORUM, Level.ALL);
    };
  }

  /**
   * The weakest level at which at least so many replicas answer.
   *
   * @param replicas from 1 to {@code replicationFactor}
   * @param replicationFactor replicas that the ladder counts: of all data centres or of one
   * @throws IllegalArgumentException if that many replicas cannot answer
   */
  public Level covering(int replicas, int replicationFactor) {
    if (replicas < 1 || replicas > replicationFactor) {
      throw new IllegalArgumentException(
          "Of " + replicationFactor + " replicas, " + replicas + " cannot answer.");
    }
    // Of levels that need as many replicas, min keeps the one that is named first.
    return levels().stream()
        .filter(level -> level.replicas(replicationFactor) >= replicas)
        .filter(level -> level.replicas(replicationFactor) <= replicationFactor)
        .min(Comparator.comparingInt(level -> level.replicas(replicationFactor)))
        .orElse(Level.ALL);
  }
}
