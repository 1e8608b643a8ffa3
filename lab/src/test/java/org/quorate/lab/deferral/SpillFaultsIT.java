package org.quorate.lab.deferral;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.quorate.hbase.Deferral;
import org.quorate.hbase.destination.RegionRouting;
import org.quorate.hbase.setting.DeferralSettings;
import org.quorate.hbase.spill.ConnectionTarget;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderDrain.Outcome;
import org.quorate.hbase.spill.FolderStatus;
import org.quorate.hbase.spill.SegmentSettings;
import org.quorate.hbase.spill.SpillCluster;
import org.quorate.hbase.spill.SpillException;
import org.quorate.hbase.spill.folder.SegmentedSpill;
import org.quorate.hbase.spill.folder.SpillDirectory;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.SharedHBase;

/** Spills that are full, cut off, damaged, or of another version, and real region servers. */
@ExtendWith(SharedHBase.class)
@ResourceLock(SharedHBase.LOCK)
@Timeout(300)
class SpillFaultsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ROWS = 200;
  private static final int FILLING = 1000;

  private static Connection connection;

  @TempDir Path folder;

  private Path mounted;

  @BeforeAll
  static void connect(RunningCluster cluster) throws IOException {
    connection = ConnectionFactory.createConnection(SharedHBase.configuration(cluster));
  }

  @AfterAll
  static void close() throws IOException {
    if (connection != null) {
      connection.close();
    }
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted != null) {
      assertThat(run("umount", mounted.toString())).isZero();
    }
  }

  @Test
  @Tag("faults")
  @Tag("takes-mount")
  void aFullDiskRefusesWritesAndKeepsThoseThatWereAccepted() throws Exception {
    TableName table = table("full_disk");
    DeferralSettings settings =
        DeferralSettings.builder()
            .boundTime(Duration.ofHours(1))
            .flushBytes(64 << 20)
            .survive(CrashDurability.PROCESS_CRASH, smallDisk().resolve("spill"))
            .build();
    Map<String, Long> accepted = new TreeMap<>();
    try (Deferral deferral = Deferral.open(connection, settings);
        BufferedMutator mutator = deferral.mutator(table)) {
      SpillException refusal = null;
      long row = 0;
      for (; refusal == null && row < 10_000; row++) {
        long number = row;
        refusal =
            catchThrowableOfType(
                SpillException.class,
                () -> mutator.mutate(NumberedRows.put(number, number, FILLING)));
        if (refusal == null) {
          accepted.put(NumberedRows.key(number), number);
        }
      }
      assertThat(refusal)
          .isNotNull()
          .hasMessageContaining("the write was not accepted: make room on the disk");
      assertThat(accepted).hasSizeGreaterThan(100);
      mutator.flush();
      assertThat(NumberedRows.read(connection, table)).isEqualTo(accepted);

      long next = row;
      await("there is room again")
          .atMost(PATIENCE)
          .ignoreExceptionsInstanceOf(SpillException.class)
          .until(
              () -> {
                mutator.mutate(NumberedRows.put(next, next, FILLING));
                return true;
              });
      accepted.put(NumberedRows.key(next), next);
      mutator.flush();
      assertThat(NumberedRows.read(connection, table)).isEqualTo(accepted);
    }
  }

  @Test
  @Tag("faults")
  @Tag("takes-mount")
  void whatAProcessLeftOnAFullDiskIsApplied() throws Exception {
    TableName table = table("left_on_full_disk");
    Path directory = smallDisk().resolve("spill");
    long accepted = 0;
    SpillException refusal = null;
    SegmentSettings settings =
        SegmentSettings.of(directory, CrashDurability.PROCESS_CRASH, 64 << 20, Duration.ZERO);
    SegmentedSpill spill = SegmentedSpill.open(settings);
    for (; refusal == null && accepted < 100_000; accepted++) {
      long row = accepted;
      refusal =
          catchThrowableOfType(SpillException.class, () -> SpilledRows.append(spill, table, row));
    }
    accepted--;
    assertThat(refusal).isNotNull().hasMessageContaining("make room on the disk");
    // Its last file cannot be ended properly, as after a crash.
    SpillException unused = catchThrowableOfType(SpillException.class, spill::close);
    FolderDrain drained = drain(directory);
    assertThat(drained.outcome()).as("%s", drained).isEqualTo(Outcome.DRAINED);
    assertThat(NumberedRows.read(connection, table)).hasSize((int) accepted);
  }

  @Test
  void aSpillOfAnotherVersionIsLeftAlone() throws Exception {
    TableName table = table("version");
    Path left = SpilledRows.leave(folder, table, 0, ROWS);
    Path format = left.resolve("format");
    String text = Files.readString(format);
    Files.writeString(format, text.replace("quorate-spill 2", "quorate-spill 3"));
    FolderDrain refused = drain(folder);
    assertThat(refused.outcome()).isEqualTo(Outcome.UNREADABLE);
    assertThat(refused.notes().get(0))
        .contains("is written in version 3 of the spill format, and this Quorate reads version 2")
        .contains("drain it with the Quorate that wrote it");
    assertThat(NumberedRows.read(connection, table)).isEmpty();
    try (Deferral beside = Deferral.open(connection, surviving())) {
      assertThat(beside.metrics().pendingWrites()).isZero();
    }
    Files.writeString(format, text);
    assertThat(drain(folder).applied()).isEqualTo(ROWS);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  /** As after a fail-over, or where two clusters' applications share a directory. */
  @Test
  void aSpillForAnotherClusterIsLeftAlone() throws Exception {
    TableName table = table("other_cluster");
    Path left = SpilledRows.leave(folder, table, 0, ROWS);
    forCluster(left, "1b1b1b1b-0000-4000-8000-000000000000");
    try (Deferral deferral = Deferral.open(connection, surviving())) {
      assertThat(NumberedRows.read(connection, table)).isEmpty();
      assertThat(deferral.leftFolders().folders()).containsOnlyKeys(Outcome.OTHER_CLUSTER);
      assertThat(SpillDirectory.at(folder).list())
          .extracting(FolderStatus::cluster)
          .contains(Optional.of(connection.getClusterId()));
    }
    FolderDrain refused = drain(folder);
    assertThat(refused.outcome()).isEqualTo(Outcome.OTHER_CLUSTER);
    assertThat(refused.notes().get(0))
        .contains("for the cluster 1b1b1b1b-0000-4000-8000-000000000000")
        .contains(connection.getClusterId());
    forCluster(left, connection.getClusterId());
    assertThat(drain(folder).applied()).isEqualTo(ROWS);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  private static void forCluster(Path spill, String id) throws IOException {
    Path format = spill.resolve("format");
    Files.writeString(format, Files.readString(format).replaceFirst("cluster .*", "cluster " + id));
  }

  @Test
  void aSpillThatIsCutInTheMiddleIsNotGuessedAt() throws Exception {
    TableName table = table("cut");
    Path left = SpilledRows.leave(folder, table, 0, ROWS);
    List<Path> segments = segments(left);
    assertThat(segments).hasSizeGreaterThan(3);
    Path cut = segments.get(1);
    byte[] whole = Files.readAllBytes(cut);
    Files.write(cut, Arrays.copyOf(whole, whole.length / 2));
    FolderDrain refused = drain(folder);
    assertThat(refused.outcome()).isEqualTo(Outcome.DAMAGED);
    assertThat(refused.applied()).isZero();
    assertThat(refused.notes().toString()).contains(cut.toString()).contains("is damaged at byte");
    assertThat(NumberedRows.read(connection, table)).isEmpty();

    Files.write(cut, whole);
    FolderDrain drained = drain(folder);
    assertThat(drained.outcome()).isEqualTo(Outcome.DRAINED);
    assertThat(drained.applied()).isEqualTo(ROWS);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  @Test
  void beforeADamageWritesAreAppliedOnRequestAndTheRestIsKept() throws Exception {
    TableName table = table("before_damage");
    Path left = SpilledRows.leave(folder, table, 0, ROWS);
    Path damaged = segments(left).get(2);
    byte[] bytes = Files.readAllBytes(damaged);
    bytes[bytes.length / 2] ^= 1;
    Files.write(damaged, bytes);
    assertThat(drain(folder).outcome()).isEqualTo(Outcome.DAMAGED);
    FolderDrain before =
        SpillDirectory.at(folder)
            .drain(new ConnectionTarget(connection), new DrainSettings(true, Set.of(), false))
            .get(0);
    assertThat(before.outcome()).isEqualTo(Outcome.DAMAGED);
    assertThat(before.applied()).isBetween(1L, ROWS - 1L);
    assertThat(NumberedRows.read(connection, table)).hasSize((int) before.applied());
    assertThat(left).exists();
  }

  /** The end of the last file is what was under way when the process died: never accepted. */
  @Test
  void aRecordThatWasUnderWayWhenTheProcessDiedIsLeftOut() throws Exception {
    TableName table = table("under_way");
    Path left = SpilledRows.leave(folder, table, 0, ROWS);
    List<Path> segments = segments(left);
    Path last = segments.get(segments.size() - 1);
    byte[] whole = Files.readAllBytes(last);
    // The record that ends a file in order, and a part of the one before it.
    Files.write(last, Arrays.copyOf(whole, whole.length - 40));
    FolderDrain drained = drain(folder);
    assertThat(drained.outcome()).isEqualTo(Outcome.DRAINED);
    assertThat(drained.applied()).isEqualTo(ROWS - 1);
    assertThat(drained.notes()).isNotEmpty();
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS - 1);
  }

  /** All that was forced before it is whole, so that nothing has to be asked of anybody. */
  @Test
  @Tag("faults")
  void theGroupThatAPowerCutToreIsLeftOutAndAllBeforeItIsApplied() throws Exception {
    TableName table = table("power_cut");
    SegmentSettings settings =
        SegmentSettings.of(folder, CrashDurability.MACHINE_CRASH, 64 << 20, Duration.ZERO);
    Path left;
    try (SegmentedSpill spill = SegmentedSpill.open(settings)) {
      for (int row = 0; row < ROWS; row++) {
        SpilledRows.append(spill, table, row);
      }
      left = spill.folder();
    }
    List<Path> segments = segments(left);
    Path last = segments.get(segments.size() - 1);
    byte[] torn = Files.readAllBytes(last);
    // The orderly end, and a hole in the last write, as where some pages of a file came to the
    // disk.
    Arrays.fill(torn, torn.length - 40, torn.length, (byte) 0);
    torn[torn.length - 80] ^= 1;
    Files.write(last, torn);
    FolderDrain drained = drain(folder);
    assertThat(drained.outcome()).as("%s", drained).isEqualTo(Outcome.DRAINED);
    assertThat(drained.applied()).isEqualTo(ROWS - 1);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS - 1);
  }

  @Test
  void writesToATableThatIsGoneStayUntilItIsBack() throws Exception {
    TableName table = table("gone");
    SpilledRows.leave(folder, table, 0, ROWS);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
    FolderDrain refused = drain(folder);
    assertThat(refused.outcome()).isEqualTo(Outcome.REFUSED);
    assertThat(refused.refused().values().stream().mapToLong(Long::longValue).sum())
        .isEqualTo(ROWS);
    assertThat(refused.refused().keySet().iterator().next())
        .contains("table spill_faults_gone")
        .contains("TableNotFoundException");
    assertThat(SpillDirectory.at(folder).list().get(0).writes()).hasValue(ROWS);
    SharedHBase.createTable(connection, table, NumberedRows.FAMILY);
    assertThat(drain(folder).applied()).isEqualTo(ROWS);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  @Test
  void writesToATableThatWasTruncatedSinceStayUntilSomebodySaysThatTheyBelongThere()
      throws Exception {
    TableName table = table("truncated");
    leaveKnown(table);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.truncateTable(table, true);
    }
    isKept(table);
  }

  @Test
  void writesToATableThatWasMadeAnewSinceStayUntilSomebodySaysThatTheyBelongThere()
      throws Exception {
    TableName table = table("made_anew");
    leaveKnown(table);
    try (Admin admin = connection.getAdmin()) {
      admin.disableTable(table);
      admin.deleteTable(table);
    }
    table("made_anew");
    isKept(table);
  }

  /** All its regions are newer then, but the master has not forgotten the old ones yet. */
  @Test
  void aTableWhoseRegionsWereAllSplitIsTheSame() throws Exception {
    TableName table = table("split");
    leaveKnown(table);
    try (Admin admin = connection.getAdmin()) {
      boolean tidiesUp = admin.catalogJanitorSwitch(false);
      try {
        for (RegionInfo region : admin.getRegions(table)) {
          String middle = region.getStartKey().length == 0 ? "40" : "c0";
          admin
              .splitRegionAsync(region.getRegionName(), Bytes.toBytes(middle))
              .get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(admin.getRegions(table)).hasSize(4);
        assertThat(drain(folder).applied()).isEqualTo(ROWS);
      } finally {
        boolean unused = admin.catalogJanitorSwitch(tidiesUp);
      }
    }
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  /** Leaves rows of a process that knew the regions of their table. */
  private void leaveKnown(TableName table) throws Exception {
    try (AsyncConnection asynchronous =
        ConnectionFactory.createAsyncConnection(connection.getConfiguration()).get()) {
      RegionRouting routing = RegionRouting.of(asynchronous);
      await("the regions are known").until(() -> routing.newestRegion(table) > 0);
      SpillCluster cluster =
          new SpillCluster(Optional.of(connection.getClusterId()), routing::newestRegion);
      Path unused = SpilledRows.leave(folder, cluster, table, 0, ROWS);
    }
  }

  private void isKept(TableName table) throws Exception {
    FolderDrain refused = drain(folder);
    assertThat(refused.outcome()).as("%s", refused).isEqualTo(Outcome.REFUSED);
    assertThat(refused.refused()).hasSize(1).containsValue((long) ROWS);
    assertThat(refused.refused().keySet().iterator().next())
        .contains("table " + table)
        .contains("it was truncated or made anew");
    assertThat(NumberedRows.read(connection, table)).isEmpty();
    FolderDrain drained =
        SpillDirectory.at(folder)
            .drain(new ConnectionTarget(connection), new DrainSettings(false, Set.of(), true))
            .get(0);
    assertThat(drained.outcome()).isEqualTo(Outcome.DRAINED);
    assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
  }

  @Test
  void whoeverOpensTheDirectoryNextAppliesWhatWasLeftBehind() throws Exception {
    TableName table = table("adopted");
    SpilledRows.leave(folder, table, 0, ROWS);
    try (Deferral deferral = Deferral.open(connection, surviving())) {
      assertThat(NumberedRows.read(connection, table)).hasSize(ROWS);
      assertThat(deferral.metrics().accepted()).isZero();
    }
    assertThat(SpillDirectory.at(folder).list()).isEmpty();
  }

  /**
   * As where an application is started while its predecessor has not ended yet; where somebody
   * makes a table that was missing; and where a file is restored.
   */
  @Test
  void whatCannotBeAppliedWhenItIsOpenedIsAppliedWhenItCanBe() throws Exception {
    TableName table = table("in_use");
    Path unused = SpilledRows.leave(folder, TableName.valueOf("spill_faults_later"), 0, ROWS);
    Path damaged = segments(SpilledRows.leave(folder, table, ROWS, ROWS)).get(1);
    byte[] whole = Files.readAllBytes(damaged);
    Files.write(damaged, Arrays.copyOf(whole, whole.length / 2));
    SegmentSettings settings =
        SegmentSettings.of(folder, CrashDurability.PROCESS_CRASH, 64 << 20, Duration.ZERO);
    try (SegmentedSpill predecessor = SegmentedSpill.open(settings);
        Deferral deferral = Deferral.open(connection, surviving())) {
      for (int row = 0; row < ROWS; row++) {
        SpilledRows.append(predecessor, table, row);
      }
      assertThat(deferral.leftFolders().folders())
          .isEqualTo(Map.of(Outcome.REFUSED, 1L, Outcome.DAMAGED, 1L));
      assertThat(NumberedRows.read(connection, table)).isEmpty();
      predecessor.close();
      Files.write(damaged, whole);
      TableName later = table("later");
      await("all that was left is applied")
          .atMost(PATIENCE)
          .until(
              () ->
                  NumberedRows.read(connection, table).size() == 2 * ROWS
                      && NumberedRows.read(connection, later).size() == ROWS);
      await().until(() -> deferral.leftFolders().count() == 0);
    }
  }

  private DeferralSettings surviving() {
    return DeferralSettings.builder().survive(CrashDurability.PROCESS_CRASH, folder).build();
  }

  private static FolderDrain drain(Path directory) throws IOException {
    List<FolderDrain> drained =
        SpillDirectory.at(directory).drain(new ConnectionTarget(connection), DrainSettings.usual());
    assertThat(drained).hasSize(1);
    return drained.get(0);
  }

  private static List<Path> segments(Path spill) throws IOException {
    try (Stream<Path> files = Files.list(spill)) {
      return files.filter(file -> file.toString().endsWith(".log")).sorted().toList();
    }
  }

  private static TableName table(String name) throws IOException {
    TableName table = TableName.valueOf("spill_faults_" + name);
    SharedHBase.createTable(connection, table, NumberedRows.FAMILY, Bytes.toBytes("80"));
    return table;
  }

  /**
   * A file system of one megabyte, which takes root to mount; hence its tests are run where that is
   * said of the machine. What a spill does when a disk is full is tested everywhere, on made-up
   * files.
   */
  private Path smallDisk() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assertThat(run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk.toString()))
        .as("mounting a small file system, which takes root")
        .isZero();
    mounted = disk;
    return disk;
  }

  private static int run(String... command) throws Exception {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (IOException e) {
      return -1;
    }
  }
}
