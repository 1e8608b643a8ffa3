package org.quorate.cassandra.control;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.quorate.core.recency.SettledPairs;
import org.quorate.core.replica.ReplicaState;
import org.quorate.core.replica.ReplicaStatus;
import org.quorate.core.replica.StaleReplicas;

/**
 * Replicas that lack writes by what pairs of reads show of them, of all tables of a session. While
 * they alone are why ranges are raised, pairs are sent there too, to see whether they still do. Not
 * thread-safe.
 */
final class PairedReplicas {
  static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

  private final List<SettledPairs> tables;
  private final StaleReplicas stale;
  private Map<UUID, String> held = Map.of();
  private long lookedNanos;
  private long forgottenNanos;
  private boolean begun;

  /**
   * @param tables what is counted of each
   */
  PairedReplicas(Collection<SettledPairs> tables) {
    this.tables = List.copyOf(tables);
    this.stale = new StaleReplicas(tables.size());
  }

  /** Those of tables. */
  static PairedReplicas of(Collection<TableControl> tables) {
    return new PairedReplicas(
        tables.stream().map(each -> each.level().memory().settledPairs()).toList());
  }

  /** Looks, where that is due. */
  void look(long now) {
    if (!begun) {
      forgottenNanos = now;
    } else if (now - lookedNanos < LOOK_NANOS) {
      return;
    }
    begun = true;
    lookedNanos = now;
    stale.look(tables.stream().map(SettledPairs::counts).toList(), now);
    held = stale.held();
    if (now - forgottenNanos >= StaleReplicas.COUNTED_FOR.toNanos()) {
      forgottenNanos = now;
      tables.forEach(SettledPairs::forgetStale);
    }
  }

  /** A replica has been repaired. */
  void repaired(UUID replica) {
    stale.repaired(replica);
    held = stale.held();
    tables.forEach(SettledPairs::forgetStale);
  }

  /** Which replicas are held for such that lack writes. */
  Set<UUID> held() {
    return held.keySet();
  }

  /** The same statuses, but that those which are held are suspect where nothing else is known. */
  Map<UUID, ReplicaStatus> over(Map<UUID, ReplicaStatus> statuses) {
    if (held.isEmpty()) {
      return statuses;
    }
    Map<UUID, ReplicaStatus> over = new HashMap<>(statuses);
    held.forEach(
        (replica, reason) ->
            over.computeIfPresent(
                replica,
                (any, known) ->
                    known.raises() || known.state() == ReplicaState.DOWN
                        ? known
                        : new ReplicaStatus(known.name(), ReplicaState.SUSPECT, reason, true)));
    return over;
  }

  /** Those of them that are up, so that somebody reads from them. */
  Set<UUID> raised(Map<UUID, ReplicaStatus> statuses) {
    return held.keySet().stream()
        .filter(
            replica -> {
              ReplicaStatus known = statuses.get(replica);
              return known != null && known.raises();
            })
        .collect(Collectors.toSet());
  }

  /**
   * Has pairs be sent in raised ranges, or not.
   *
   * @param isAlone whether nothing but these replicas is why any are raised
   */
  void areAlone(boolean isAlone) {
    boolean watched = isAlone && !held.isEmpty();
    tables.forEach(table -> table.watched(watched));
  }
}
