package org.quorate.cli.spill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.cli.console.ExitStatus;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.folder.SegmentedSpill;

@Timeout(60)
final class SpillCommandTest {
  @TempDir Path directory;

  private final TableRows cluster = new TableRows();

  private SegmentedSpill spill(String... tables) throws IOException {
    SegmentedSpill spill =
        SegmentedSpill.open(
            SegmentSettings.of(directory, CrashDurability.PROCESS_CRASH, 1 << 20, Duration.ZERO));
    long sequence = 0;
    for (String table : tables) {
      sequence++;
      spill.append(sequence, TableName.valueOf(table), put(sequence));
    }
    return spill;
  }

  private static Put put(long sequence) {
    return new Put(Bytes.toBytes("row-" + sequence))
        .addColumn(Bytes.toBytes("f"), Bytes.toBytes("q"), sequence, Bytes.toBytes("v"));
  }

  private Call call(String... arguments) {
    return call(cluster, arguments);
  }

  private static Call call(SpillCommand.Connector connector, String... arguments) {
    return Call.inTerminal(
        invocation -> SpillCommand.commandLine(invocation, connector), arguments);
  }

  private Call drain(String... more) {
    String[] arguments = new String[4 + more.length];
    arguments[0] = "drain";
    arguments[1] = directory.toString();
    arguments[2] = "--quorum";
    arguments[3] = "zk1,zk2";
    System.arraycopy(more, 0, arguments, 4, more.length);
    return call(arguments);
  }

  /** A file of settings, beside the spill. */
  private Path site(String... namesAndValues) throws IOException {
    StringBuilder text = new StringBuilder("<configuration>");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      text.append("<property><name>")
          .append(namesAndValues[i])
          .append("</name><value>")
          .append(namesAndValues[i + 1])
          .append("</value></property>");
    }
    Path site = directory.resolveSibling(directory.getFileName() + "-site.xml");
    return Files.writeString(site, text.append("</configuration>"));
  }

  /** A setting that the client was given. */
  private long number(String setting) {
    return Long.parseLong(String.valueOf(cluster.setting(setting)));
  }

  @Test
  void aListSaysWhoseASpillIsAndWhatWaits() throws Exception {
    spill("orders", "orders", "users").close();
    try (SegmentedSpill running = spill()) {
      Call list = call("list", directory.toString());
      assertThat(list.status()).as(list.error()).isEqualTo(ExitStatus.OK);
      assertThat(list.words())
          .contains("left behind")
          .contains("3 writes: orders 2, users 1")
          .contains("by process " + ProcessHandle.current().pid())
          .contains("in use by a running process")
          .contains("./quorate spill drain " + directory);
      assertThat(running.use().writes()).isZero();
    }
  }

  @Test
  void aListForProgramsHasTheSame() throws Exception {
    spill("orders").close();
    Call list = call("list", directory.toString(), "--json");
    assertThat(list.output())
        .contains("\"state\" : \"left behind\"")
        .contains("\"writes\" : 1")
        .contains("\"orders\" : 1");
    assertThat(call("list", directory.resolve("no").toString()).status())
        .isEqualTo(ExitStatus.WRONG_INPUT);
  }

  @Test
  void anEmptyDirectoryIsToldSo() {
    assertThat(call("list", directory.toString()).words()).contains("There is no spill in");
    assertThat(drain().words()).contains("There is no spill in");
  }

  @Test
  void whatWasLeftBehindIsApplied() throws Exception {
    spill("orders", "users").close();
    Call drain = drain("--set", "hbase.client.pause=50");
    assertThat(drain.status()).as(drain.error()).isEqualTo(ExitStatus.OK);
    assertThat(drain.words()).contains("drained and removed").contains("2 writes");
    assertThat(cluster.rows()).containsExactly("orders row-1", "users row-2");
    assertThat(cluster.setting("hbase.zookeeper.quorum")).isEqualTo("zk1,zk2");
    assertThat(cluster.setting("hbase.client.pause")).isEqualTo("50");
    assertThat(drain().words()).contains("There is no spill in");
  }

  @Test
  void aFolderThatAProcessStillHasIsLeftAloneAndTheStatusSaysThatItsWritesRemain()
      throws Exception {
    spill("orders").close();
    try (SegmentedSpill running = spill("users")) {
      Call all = drain();
      assertThat(all.status()).as(all.error()).isEqualTo(ExitStatus.NOT_HELD);
      assertThat(all.words())
          .contains("drained and removed")
          .contains("in use by a running process, and left alone with what it holds");
      assertThat(cluster.rows()).containsExactly("orders row-1");
      Call named = call("drain", running.folder().toString(), "--quorum", "zk1", "--json");
      assertThat(named.status()).isEqualTo(ExitStatus.NOT_HELD);
      assertThat(named.output()).contains("\"outcome\" : \"in use\"");
      assertThat(running.use().writes()).isEqualTo(1);
    }
    assertThat(drain().status()).isEqualTo(ExitStatus.OK);
    assertThat(cluster.rows()).containsExactly("orders row-1", "users row-1");
  }

  @Test
  void theFileOfTheClusterIsRead() throws Exception {
    Path site = site("hbase.zookeeper.quorum", "zk9");
    spill("orders").close();
    assertThat(call("drain", directory.toString(), "--config", site.toString()).status())
        .isEqualTo(ExitStatus.OK);
    assertThat(cluster.setting("hbase.zookeeper.quorum")).isEqualTo("zk9");
    Files.writeString(site, "no xml");
    Call wrong = call("drain", directory.toString(), "--config", site.toString());
    assertThat(wrong.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(wrong.error()).contains("is no configuration of HBase");
  }

  @Test
  void whatTheFileSaysOfRetriesAndTimeoutsCounts() throws Exception {
    Path site = site("hbase.rpc.timeout", "120000", "hbase.client.retries.number", "3");
    drain("--config", site.toString(), "--set", "hbase.client.retries.number=5");
    assertThat(cluster.setting("hbase.rpc.timeout")).isEqualTo("120000");
    assertThat(cluster.setting("hbase.client.retries.number")).isEqualTo("5");
    assertThat(cluster.setting("hbase.client.operation.timeout")).isEqualTo("180000");
  }

  @Test
  void aRegionServerThatCrashesIsWaitedForUntilOthersHaveItsRegions() {
    drain();
    long pause = number("hbase.client.pause");
    int last = HConstants.RETRY_BACKOFF.length - 1;
    long pauses =
        LongStream.range(0, number("hbase.client.retries.number"))
            .map(retry -> pause * HConstants.RETRY_BACKOFF[(int) Math.min(retry, last)])
            .sum();
    assertThat(pauses)
        .isEqualTo(148_100)
        .isGreaterThan(HConstants.DEFAULT_ZK_SESSION_TIMEOUT + 30_000)
        .isLessThan(number("hbase.client.operation.timeout"));
  }

  @Test
  void theTicketOfKerberosIsUsedWhereTheFileSaysThatTheClusterWantsOne() throws Exception {
    String wanted = "hadoop.security.authentication";
    drain();
    assertThat(cluster.setting(wanted)).isEqualTo("simple");
    Path site = site("hbase.security.authentication", "kerberos");
    drain("--config", site.toString());
    assertThat(cluster.setting(wanted)).isEqualTo("kerberos");
    drain("--config", site.toString(), "--set", wanted + "=simple");
    assertThat(cluster.setting(wanted)).isEqualTo("simple");
  }

  @Test
  void aLoginThatHadoopDoesNotKnowIsWrongInput() {
    Call drain =
        call(
            SpillCommand::connect,
            "drain",
            directory.toString(),
            "--set",
            "hadoop.security.authentication=magic");
    assertThat(drain.status()).isEqualTo(ExitStatus.WRONG_INPUT);
    assertThat(drain.error()).contains("magic").contains("check --config and --set");
  }

  @Test
  void whatATableRefusesRemainsAndIsToldWithItsReason() throws Exception {
    spill("orders", "dropped").close();
    Call drain = drain();
    assertThat(drain.status()).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(drain.words()).contains("1 write: table dropped: TableNotFoundException (dropped)");
    Call discard = drain("--discard-table", "dropped", "--json");
    assertThat(discard.status()).isEqualTo(ExitStatus.OK);
    assertThat(discard.output())
        .contains("\"discarded\" : 1")
        .contains("\"outcome\" : \"drained\"");
  }

  @Test
  void whatIsForAnotherClusterRemainsUntilSomebodySaysThatItBelongsHere() throws Exception {
    SegmentSettings settings =
        SegmentSettings.of(directory, CrashDurability.PROCESS_CRASH, 1 << 20, Duration.ZERO);
    SpillCluster blue = new SpillCluster(Optional.of("blue"), table -> SpillCluster.NO_REGION);
    try (SegmentedSpill spill = SegmentedSpill.open(settings, blue)) {
      spill.append(1, TableName.valueOf("orders"), put(1));
    }
    assertThat(call("list", directory.toString()).words()).contains("cluster blue");
    Call refused = drain();
    assertThat(refused.status()).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(refused.words())
        .contains("of another cluster, and left alone")
        .contains("for the cluster blue, and this is green");
    assertThat(cluster.rows()).isEmpty();
    assertThat(drain("--elsewhere").status()).isEqualTo(ExitStatus.OK);
    assertThat(cluster.rows()).containsExactly("orders row-1");
  }

  @Test
  void serversThatDoNotAnswerLoseNothing() throws Exception {
    spill("orders").close();
    cluster.fail(new IOException("no region server"));
    Call drain = drain();
    assertThat(drain.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(drain.words())
        .contains("The servers did not take the writes (no region server)")
        .contains("drain it again when they answer");
    cluster.fail(null);
    assertThat(drain().status()).isEqualTo(ExitStatus.OK);
    assertThat(cluster.rows()).containsExactly("orders row-1");
  }

  @Test
  void aClusterThatCannotBeReachedIsAMatterOfTheMachine() throws Exception {
    spill("orders").close();
    Call drain =
        call(
            configuration -> {
              throw new IOException("no ZooKeeper");
            },
            "drain",
            directory.toString(),
            "--quorum",
            "zk1");
    assertThat(drain.status()).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(drain.error()).contains("cannot be reached (no ZooKeeper)");
  }

  @Test
  void aDamagedSpillIsAppliedUpToTheDamageOnRequest() throws Exception {
    Path folder;
    try (SegmentedSpill spill = spill("orders", "orders", "orders")) {
      folder = spill.folder();
    }
    Path segment = folder.resolve("0000000001.log");
    byte[] bytes = Files.readAllBytes(segment);
    bytes[bytes.length - 60] ^= (byte) 1;
    Files.write(segment, bytes);
    Call refused = drain();
    assertThat(refused.status()).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(refused.words()).contains("damaged, and kept").contains("--before-damage");
    assertThat(cluster.rows()).isEmpty();
    assertThat(drain("--before-damage").status()).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(cluster.rows()).containsExactly("orders row-1", "orders row-2");
  }
}
