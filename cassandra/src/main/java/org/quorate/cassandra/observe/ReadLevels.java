package org.quorate.cassandra.observe;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.table.Replication;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;

/**
 * The read levels that exist for the tables of a keyspace, and what each of them means there.
 * Immutable.
 *
 * @param ladder whether the levels of one data centre are in use
 * @param replicationFactor replicas of each row that the ladder counts: of all data centres or of
 *     the local one; at least 2
 * @param allReplicas of each row, in all data centres
 * @param writeLevel at which the tables are taken to be written
 */
public record ReadLevels(
    LevelLadder ladder, int replicationFactor, int allReplicas, Level writeLevel) {
  /**
   * The levels of a keyspace. Levels of one data centre are in use where the writes are at one, or
   * where the keyspace is in several data centres and every one of them acknowledges a write.
   *
   * @param localDataCenter that the levels of one data centre are about
   * @param declared the write level, or null for QUORUM in one data centre and LOCAL_QUORUM in
   *     several
   * @throws IllegalArgumentException if there is only one replica that a read could ask, or the
   *     write level needs more than there are; the message is a sentence for people
   */
  public static ReadLevels of(
      String keyspace, Replication replication, String localDataCenter, @Nullable Level declared) {
    boolean many = replication.replicasByDataCenter().size() > 1;
    Level writeLevel = declared != null ? declared : many ? Level.LOCAL_QUORUM : Level.QUORUM;
    boolean everywhere = writeLevel == Level.EACH_QUORUM || writeLevel == Level.ALL;
    boolean local = writeLevel.isLocal() || (many && everywhere);
    Integer counted =
        local
            ? replication.replicasByDataCenter().get(localDataCenter)
            : Integer.valueOf(replication.total());
    if (counted == null) {
      throw new IllegalArgumentException(
          "Keyspace "
              + keyspace
              + " keeps no replicas in data centre "
              + localDataCenter
              + "; connect to a data centre that has some ("
              + replication
              + ").");
    }
    if (replication.total() == 1) {
      throw new IllegalArgumentException(
          "Keyspace "
              + keyspace
              + " has replication factor 1: every read meets the only replica, so none can be stale"
              + " and there is nothing to estimate.");
    }
    if (counted == 1) {
      throw new IllegalArgumentException(
          "Keyspace "
              + keyspace
              + " keeps one replica of each row in data centre "
              + localDataCenter
              + ", which every read at a local level meets; state a write level of all data centres,"
              + " such as QUORUM, to look at those.");
    }
    if (writeLevel.replicas(counted) > counted) {
      throw new IllegalArgumentException(
          "Writes at "
              + writeLevel
              + " need "
              + writeLevel.replicas(counted)
              + " replicas, but keyspace "
              + keyspace
              + " has "
              + counted
              + ".");
    }
    return new ReadLevels(
        local ? LevelLadder.LOCAL : LevelLadder.GLOBAL, counted, replication.total(), writeLevel);
  }

  /** From the weakest to ALL, one for each number of replicas that a level exists for. */
  public List<Level> all() {
    return IntStream.rangeClosed(1, replicationFactor)
        .mapToObj(replicas -> ladder.covering(replicas, replicationFactor))
        .distinct()
        .toList();
  }

  /** ONE or LOCAL_ONE. */
  public Level weakest() {
    return ladder.covering(1, replicationFactor);
  }

  /** The weakest level whose reads meet every completed write. */
  public Level safe() {
    return ladder.safe(writeLevel, replicationFactor);
  }

  /** Replicas that a read at this level waits for, wherever they are. */
  public int replicas(Level level) {
    return level == Level.ALL ? allReplicas : level.replicas(replicationFactor);
  }

  /** Of the replicas that the ladder counts, those that a read at this level waits for. */
  public int counted(Level level) {
    return Math.min(replicationFactor, level.replicas(replicationFactor));
  }

  /** Replicas that acknowledge a write before it completes. */
  public int writeReplicas() {
    return counted(writeLevel);
  }
}
