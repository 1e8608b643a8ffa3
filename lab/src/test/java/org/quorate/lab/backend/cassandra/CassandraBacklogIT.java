package org.quorate.lab.backend.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Random;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.backend.Backlog;
import org.quorate.lab.cassandra.MemtableFlush;
import org.quorate.lab.cassandra.Sessions;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.lab.store.cassandra.CassandraConnection;
import org.quorate.lab.testing.SchemaChanges;
import org.quorate.lab.testing.SharedCluster;

/** What real servers are seen to have to do for requests that are over. */
@Tag("faults")
@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
class CassandraBacklogIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int FILES_OF_A_COMPACTION = 4;
  private static final int BLOCKS = 128;
  private static final int BLOCK_BYTES = 64 * 1024;

  private static CassandraConnection connection;

  /** The first node, which no test here freezes. */
  private static Node coordinator;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = SharedCluster.connect(cluster);
    SchemaChanges.make(
        connection.session(),
        "backlog_it",
        "CREATE KEYSPACE backlog_it WITH replication ="
            + " {'class': 'NetworkTopologyStrategy', 'dc1': 3}",
        "CREATE TABLE backlog_it.blocks (k int PRIMARY KEY, v blob)");
    coordinator = Sessions.node(connection.session(), cluster.nodes().get(0));
  }

  @AfterAll
  static void disconnect() {
    if (connection != null) {
      connection.close();
    }
  }

  @Test
  void filesThatAreFlushedAreCompactedAndThenNothingIsLeft(RunningCluster cluster)
      throws Exception {
    try (Backlog backlog = new CassandraBacklog(cluster)) {
      awaitNothingLeft(backlog);
      Random random = new Random(1);
      for (int file = 0; file < FILES_OF_A_COMPACTION; file++) {
        for (int key = 0; key < BLOCKS; key++) {
          write(key, random, DefaultConsistencyLevel.ALL);
        }
        MemtableFlush.flush(cluster, "backlog_it", "blocks");
      }
      awaitLeft(backlog, "compactions to do");
      awaitNothingLeft(backlog);
    }
  }

  @Test
  @Tag("faults")
  void hintsForAFrozenNodeAreLeftUntilItHasThem(RunningCluster cluster) throws Exception {
    RunningNode frozen = cluster.nodes().get(2);
    try (Backlog backlog = new CassandraBacklog(cluster)) {
      frozen.pause();
      try {
        write(0, new Random(2), DefaultConsistencyLevel.ONE);
        MemtableFlush.flush(cluster, "backlog_it", "blocks");
        awaitLeft(backlog, "hints");
      } finally {
        frozen.resume();
      }
      awaitNothingLeft(backlog);
    }
    Awaitility.await("every replica answers")
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() -> write(0, new Random(3), DefaultConsistencyLevel.ALL));
  }

  private static void awaitLeft(Backlog backlog, String what) {
    Awaitility.await(what)
        .atMost(PATIENCE)
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .untilAsserted(() -> assertThat(backlog.left()).get().asString().contains(what));
  }

  private static void awaitNothingLeft(Backlog backlog) {
    Awaitility.await("nothing is left")
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(backlog.left()).isEmpty());
  }

  private static boolean write(int key, Random random, DefaultConsistencyLevel level) {
    byte[] block = new byte[BLOCK_BYTES];
    random.nextBytes(block);
    return connection
        .session()
        .execute(
            SimpleStatement.newInstance(
                    "INSERT INTO backlog_it.blocks (k, v) VALUES (?, ?)",
                    key,
                    ByteBuffer.wrap(block))
                .setConsistencyLevel(level)
                .setNode(coordinator))
        .wasApplied();
  }
}
