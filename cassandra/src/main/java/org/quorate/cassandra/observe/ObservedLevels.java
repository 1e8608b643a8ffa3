package org.quorate.cassandra.observe;

import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

/** Which levels an observer looks at, since nobody tells it at which a table is read. Stateless. */
public final class ObservedLevels {
  private ObservedLevels() {}

  /**
   * The levels of a keyspace. Reads are taken to be of one data centre where the writes are, or
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
    if (local && !replication.replicasByDataCenter().containsKey(localDataCenter)) {
      throw new IllegalArgumentException(
          "Keyspace "
              + keyspace
              + " keeps no replicas in data centre "
              + localDataCenter
              + "; connect to a data centre that has some ("
              + replication
              + ").");
    }
    ReadLevels levels =
        new ReadLevels(
            replication,
            localDataCenter,
            local ? LevelLadder.LOCAL : LevelLadder.GLOBAL,
            writeLevel);
    if (replication.total() == 1) {
      throw new IllegalArgumentException(
          "Keyspace "
              + keyspace
              + " has replication factor 1: every read meets the only replica, so none can be stale"
              + " and there is nothing to estimate.");
    }
    int counted = levels.replicationFactor();
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
    return levels;
  }
}
