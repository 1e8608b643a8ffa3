package org.quorate.core.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.staleness.Observation;
import org.quorate.core.staleness.Propagation;

/**
 * The read levels that there are for one table, and what each means there: the one place where
 * replicas are counted for decisions, studies and observers alike. Immutable.
 *
 * @param replication of the table's keyspace
 * @param localDataCenter whose replicas count at levels of one data centre
 * @param ladder whether reads are at levels of one data centre or of all
 * @param writeLevel at which the table is written, by clients of the same data centre
 */
public record ReadLevels(
    Replication replication, String localDataCenter, LevelLadder ladder, Level writeLevel) {
  /** Levels of one data centre need replicas there; without, those of all are meant. */
  public ReadLevels {
    if (!replication.replicasByDataCenter().containsKey(localDataCenter)) {
      ladder = LevelLadder.GLOBAL;
    }
  }

  /**
   * The levels of a table whose reads are at {@code own} now. They are of the same kind, of one
   * data centre or of all, so that a level that needs no more replicas than {@code own} can be
   * served wherever {@code own} can.
   */
  public static ReadLevels like(
      Level own, Replication replication, String localDataCenter, Level writeLevel) {
    return new ReadLevels(
        replication,
        localDataCenter,
        own.isLocal() ? LevelLadder.LOCAL : LevelLadder.GLOBAL,
        writeLevel);
  }

  /** Replicas of each row that the ladder counts (N): of all data centres or of the local one. */
  public int replicationFactor() {
    return ladder == LevelLadder.GLOBAL
        ? replication.total()
        : replication.replicasByDataCenter().getOrDefault(localDataCenter, 1);
  }

  /** The weakest level of the ladder at which at least so many counted replicas answer. */
  public Level covering(int replicas) {
    return ladder.covering(replicas, replicationFactor());
  }

  /** ONE or LOCAL_ONE. */
  public Level weakest() {
    return covering(1);
  }

  /** From the weakest to ALL, one for each number of replicas that has one, and the safe level. */
  public List<Level> all() {
    List<Level> levels =
        new ArrayList<>(
            IntStream.rangeClosed(1, replicationFactor()).mapToObj(this::covering).toList());
    levels.add(safe());
    return levels.stream().distinct().sorted(Comparator.comparingInt(this::replicas)).toList();
  }

  /** The weakest level between two, at which a read may miss a write; empty where there is none. */
  public Optional<Level> between(Level weaker, Level stronger) {
    return all().stream()
        .filter(level -> replicas(level) > replicas(weaker))
        .filter(level -> replicas(level) < replicas(stronger))
        .filter(level -> !meetsEveryWrite(level))
        .findFirst();
  }

  /** Replicas that a read at this level waits for, wherever they are. */
  public int replicas(Level level) {
    return replication.replicas(level, localDataCenter);
  }

  /**
   * Whether a read at one level can be served whenever one at the other can, whichever replicas are
   * up: no more of them are needed, and as many in the local data centre only as the other is sure
   * to find there.
   *
   * @param level any but EACH_QUORUM, which nothing chooses
   */
  public boolean isServedWhere(Level level, Level other) {
    int local = replication.replicasByDataCenter().getOrDefault(localDataCenter, 1);
    int certain =
        switch (other) {
          case LOCAL_ONE, LOCAL_QUORUM -> replicas(other);
          case EACH_QUORUM -> other.replicas(local);
          default -> replicas(other) - (replication.total() - local);
        };
    return replicas(level) <= replicas(other) && (!level.isLocal() || replicas(level) <= certain);
  }

  /** Of the replicas that the ladder counts, those that a read at this level waits for. */
  public int counted(Level level) {
    return Math.min(replicationFactor(), counted(level, 0));
  }

  /**
   * Of the replicas that the ladder counts, those that have a write for certain when it completes
   * (W); at least 1, as if a replica of the writer's own data centre were among the first to answer
   * where none of them has to.
   */
  public int writeReplicas() {
    return Math.min(replicationFactor(), Math.max(1, certainWriteReplicas()));
  }

  private int certainWriteReplicas() {
    return counted(writeLevel, replication.total() - replicationFactor());
  }

  /**
   * Whether how many replicas are counted says how stale a read can be: false where only one is,
   * and a completed write need not have reached it, so that by their number nothing could be stale.
   */
  public boolean areTelling() {
    return replicationFactor() > 1 || certainWriteReplicas() > 0;
  }

  /**
   * Of the replicas that the ladder counts, those that answer at a level.
   *
   * @param elsewhere replicas that the ladder does not count, which may be the ones that answer
   */
  private int counted(Level level, int elsewhere) {
    if (ladder == LevelLadder.LOCAL && level == Level.EACH_QUORUM) {
      return Level.QUORUM.replicas(replicationFactor());
    }
    return level.isLocal() ? replicas(level) : replicas(level) - elsewhere;
  }

  /**
   * Whether a read at this level meets every completed write in at least one replica: R + W &gt; N,
   * where N are the replicas of the local data centre if neither waits for any other, else all.
   */
  public boolean meetsEveryWrite(Level read) {
    Integer local = replication.replicasByDataCenter().get(localDataCenter);
    if (local == null && (read.isLocal() || writeLevel.isLocal())) {
      return false;
    }
    if (local != null && read.isLocal()) {
      boolean everyDataCenter = writeLevel == Level.EACH_QUORUM || writeLevel == Level.ALL;
      if (writeLevel.isLocal() || everyDataCenter) {
        return read.replicas(local) + writeLevel.replicas(local) > local;
      }
    }
    return replicas(read) + replicas(writeLevel) > replication.total();
  }

  /**
   * The weakest level whose reads meet every completed write; one of the ladder where several need
   * as few replicas.
   */
  public Level safe() {
    Stream<Level> candidates =
        Stream.concat(
            IntStream.rangeClosed(1, replicationFactor()).mapToObj(this::covering),
            IntStream.rangeClosed(1, replication.total())
                .mapToObj(replicas -> LevelLadder.GLOBAL.covering(replicas, replication.total())));
    // Of levels that need as many replicas, min keeps the one that comes first.
    return candidates
        .filter(this::meetsEveryWrite)
        .min(Comparator.comparingInt(this::replicas))
        .orElse(Level.ALL);
  }

  /** The strongest level of the ladder that so many live replicas, of those it counts, serve. */
  public Level servedBy(int alive) {
    Level strongest = weakest();
    for (int replicas = 1; replicas <= replicationFactor(); replicas++) {
      if (replicas(covering(replicas)) <= alive) {
        strongest = covering(replicas);
      }
    }
    return strongest;
  }

  /**
   * What is observed of the table, counted as these levels count.
   *
   * @param readsPerSecond of clients, at least 0
   * @param writesPerSecond likewise
   */
  public Observation observation(
      double readsPerSecond,
      double writesPerSecond,
      Propagation propagation,
      KeyPopularity popularity) {
    return new Observation(
        readsPerSecond,
        writesPerSecond,
        propagation,
        replicationFactor(),
        writeReplicas(),
        popularity);
  }
}
