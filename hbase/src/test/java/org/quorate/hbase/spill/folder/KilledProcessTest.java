package org.quorate.hbase.spill.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.hbase.spill.CrashDurability;
import org.quorate.hbase.spill.DrainSettings;
import org.quorate.hbase.spill.FolderDrain;
import org.quorate.hbase.spill.FolderStatus;

/** Real processes, ended by SIGKILL while they write. */
@Timeout(180)
final class KilledProcessTest {
  @TempDir Path directory;

  private @Nullable Process process;

  @AfterEach
  void endTheProcess() throws Exception {
    Process left = process;
    if (left != null) {
      left.destroyForcibly().waitFor();
    }
  }

  private BufferedReader start(CrashDurability durability, int threads) throws IOException {
    Process started =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                SpillWriterProcess.class.getName(),
                directory.toString(),
                durability.name(),
                Integer.toString(threads))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    process = started;
    return started.inputReader();
  }

  /** By its handle, since {@code Process} would close the pipe in which accepted writes are. */
  private void kill() throws InterruptedException {
    Process running = process;
    assertThat(running).isNotNull();
    assertThat(running.toHandle().destroyForcibly()).isTrue();
    running.waitFor();
  }

  private static String line(BufferedReader output) throws IOException {
    String line = output.readLine();
    assertThat(line).isNotNull().startsWith("open ").endsWith(".");
    return line.substring("open ".length(), line.length() - 1);
  }

  /** The moments of the kills are drawn with seed 5. */
  @ParameterizedTest
  @CsvSource({"PROCESS_CRASH, 1", "PROCESS_CRASH, 8", "MACHINE_CRASH, 8"})
  void nothingAcceptedIsLostWheneverTheProcessIsKilled(CrashDurability durability, int threads)
      throws Exception {
    Random random = new Random(5);
    for (int round = 0; round < 2; round++) {
      BufferedReader output = start(durability, threads);
      Path folder = Path.of(line(output));
      Set<Long> accepted = new HashSet<>();
      int enough = 500 + random.nextInt(durability == CrashDurability.MACHINE_CRASH ? 500 : 8_000);
      while (accepted.size() < enough) {
        read(output.readLine(), accepted);
      }
      kill();
      String line = output.readLine();
      while (line != null && line.endsWith(".")) {
        read(line, accepted);
        line = output.readLine();
      }
      ListTarget target = new ListTarget();
      List<FolderDrain> drained = SpillDirectory.at(directory).drain(target, DrainSettings.usual());
      assertThat(drained).hasSize(1);
      assertThat(drained.get(0).folder()).isEqualTo(folder);
      assertThat(drained.get(0).outcome()).isEqualTo(FolderDrain.Outcome.DRAINED);
      if (threads == 1) {
        assertThat(target.sequences()).containsAll(acknowledgedLater(target, accepted));
      }
      accepted.removeIf(sequence -> sequence % 3 == 0);
      assertThat(new HashSet<>(target.sequences())).containsAll(accepted);
      assertThat(target.sequences()).isSorted().doesNotHaveDuplicates();
      assertThat(target.applied())
          .allSatisfy(
              write ->
                  assertThat(Writes.text(write.mutation()))
                      .isEqualTo(Writes.text(Writes.put(write.sequence()))));
    }
  }

  /** Of what was acknowledged, all that came after the first that is not noted. */
  private static List<Long> acknowledgedLater(ListTarget target, Set<Long> accepted) {
    long first =
        target.sequences().stream()
            .filter(sequence -> sequence % 3 == 0)
            .findFirst()
            .orElse(Long.MAX_VALUE);
    return accepted.stream().filter(each -> each % 3 == 0 && each > first).toList();
  }

  private static void read(@Nullable String line, Set<Long> accepted) {
    assertThat(line).isNotNull().startsWith("accepted ").endsWith(".");
    accepted.add(Long.valueOf(line.substring("accepted ".length(), line.length() - 1)));
  }

  @Test
  void aFolderIsAdoptedOnlyWhenItsProcessIsGoneNotWhenItIsPaused() throws Exception {
    Path folder = Path.of(line(start(CrashDurability.PROCESS_CRASH, 1)));
    await().until(() -> !Segment.files(folder).isEmpty());
    SpillDirectory spill = SpillDirectory.at(directory);
    ListTarget target = new ListTarget();
    assertThat(spill.list().get(0).state()).isEqualTo(FolderStatus.State.IN_USE);
    signal("STOP");
    assertThat(spill.drain(target, DrainSettings.usual()).get(0).outcome())
        .isEqualTo(FolderDrain.Outcome.IN_USE);
    assertThat(target.sequences()).isEmpty();
    try (SegmentedSpill own = SegmentedSpill.open(Writes.settings(directory))) {
      Writes.append(own, 1);
      assertThat(own.folder()).isNotEqualTo(folder);
      own.acknowledged(1);
    }
    kill();
    assertThat(spill.list())
        .extracting(FolderStatus::state)
        .containsExactly(FolderStatus.State.LEFT_BEHIND);
    assertThat(spill.drain(target, DrainSettings.usual()).get(0).outcome())
        .isEqualTo(FolderDrain.Outcome.DRAINED);
    assertThat(target.sequences()).isNotEmpty();
    assertThat(Files.exists(folder)).isFalse();
  }

  private void signal(String name) throws IOException, InterruptedException {
    Process running = process;
    assertThat(running).isNotNull();
    Process kill =
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + running.pid()).inheritIO().start();
    assertThat(kill.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }
}
