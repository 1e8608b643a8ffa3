package org.quorate.lab.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.hbase.HBaseEngine;
import org.quorate.lab.testing.SharedHBase;

/** Processes that write to real region servers, killed at moments that are drawn with seed 25. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Tag("faults")
class DeferredKillIT {
  private static final int KILLS = 5;
  private static final TableName TABLE = TableName.valueOf("kill_it");

  private static Connection connection;
  private static KillTrial trial;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  static Path folder;

  private final SplittableRandom random = new SplittableRandom(25);

  @BeforeAll
  static void createTable(RunningCluster cluster) throws IOException {
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
    KillTrial.createTable(connection, TABLE);
    trial =
        new KillTrial(
            connection,
            HBaseEngine.clientProperties(cluster),
            TABLE,
            folder,
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
  }

  @AfterAll
  static void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  @Test
  void nothingAcceptedIsLostWheneverTheProcessIsKilled() throws Exception {
    List<KillOutcome> outcomes = new ArrayList<>();
    for (int kill = 0; kill < KILLS; kill++) {
      KillOutcome outcome =
          trial.run(
              WriteBuffer.DEFERRED_PROCESS_CRASH,
              "deferred" + kill,
              Duration.ofMillis(200L * (kill % 3 - 1)),
              List.of(moment()));
      System.out.println(outcome);
      assertThat(outcome.lost()).as("%s", outcome).isZero();
      outcomes.add(outcome);
    }
    assertThat(outcomes).allMatch(outcome -> outcome.accepted() > 0);
    assertThat(outcomes.stream().mapToLong(KillOutcome::unsent).sum())
        .as("accepted writes that no server had when the process died")
        .isPositive();
  }

  /** Each begins with what the one before left behind, by a clock ahead of the servers'. */
  @Test
  void nothingIsLostOfProcessesThatAreStartedAgainAndKilledAgain() throws Exception {
    KillOutcome outcome =
        trial.run(
            WriteBuffer.DEFERRED_PROCESS_CRASH,
            "again",
            Duration.ofMillis(200),
            List.of(moment(), moment(), moment()));
    System.out.println(outcome);
    assertThat(outcome.accepted()).isPositive();
    assertThat(outcome.lost()).as("%s", outcome).isZero();
  }

  @Test
  void whatIsForcedToTheDiskSurvivesThisToo() throws Exception {
    KillOutcome outcome = once(WriteBuffer.DEFERRED_MACHINE_CRASH, "forced");
    System.out.println(outcome);
    assertThat(outcome.accepted()).isPositive();
    assertThat(outcome.lost()).isZero();
  }

  @Test
  void theStockBufferLosesWhatItHolds() throws Exception {
    KillOutcome outcome = once(WriteBuffer.STOCK, "stock");
    System.out.println(outcome);
    assertThat(outcome.lost()).isPositive().isLessThanOrEqualTo(outcome.unsent());
  }

  private KillOutcome once(WriteBuffer buffer, String run) throws Exception {
    return trial.run(buffer, run, Duration.ZERO, List.of(moment()));
  }

  private Duration moment() {
    return Duration.ofMillis(random.nextLong(50, 2500));
  }
}
