package org.quorate.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.workload.OperationKind;
import org.quorate.lab.testing.LoadHostProcess;
import org.quorate.load.LoadOutcome;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.file.Venue;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.plan.Plan;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.LoadHostResult;

/** Load hosts as processes of this computer, each with a table in its own memory. */
@Timeout(120)
final class LoadHostsTest {
  private static final int ROWS = 50;

  @TempDir private Path folder;
  private LoadHosts hosts = new LoadHosts(Map.of(), List.of(), "dc1", Path.of("."));

  @AfterEach
  void end() {
    hosts.close();
  }

  @Test
  void hostsBeginTogetherShareALoadAndTellAllOfIt() throws Exception {
    hosts = hosts("one", "two");
    List<LoadOutcome.Second> told = new ArrayList<>();

    DrivenLoad driven = drive("threads: 6, target: 600/s, processes: 2", 2, told::add);

    LoadOutcome outcome = driven.outcome();
    assertThat(outcome.completed()).isBetween(900L, 1_210L);
    assertThat(outcome.kinds().values().stream().mapToLong(LoadOutcome.Kind::ok).sum())
        .isEqualTo(outcome.timeline().stream().mapToLong(LoadOutcome.Second::ok).sum());
    assertThat(outcome.kinds().get(OperationKind.READ).response().getTotalCount())
        .isEqualTo(outcome.kinds().get(OperationKind.READ).ok());
    assertThat(told).isEqualTo(outcome.timeline());
    assertThat(driven.hosts()).extracting(LoadHostResult::name).containsExactly("one", "two");
    long lines = 0;
    for (LoadHostResult host : driven.hosts()) {
      assertThat(host.lostWhy()).isNull();
      assertThat(host.lateSeconds()).isBetween(-0.1, 5.0);
      assertThat(host.uncertaintyNanos()).isBetween(1L, 1_000_000_000L);
      assertThat(host.before()).isNotNull();
      assertThat(host.after()).isNotNull();
      assertThat(host.driftPartsPerMillion()).isNotNull();
      lines += host.operations() == null ? 0 : host.operations();
    }
    assertThat(lines).isEqualTo(outcome.kinds().values().stream().mapToLong(k -> k.ok()).sum());

    List<Path> histories = histories("one", "two");
    Set<String> versions = new HashSet<>();
    Set<String> inserted = new HashSet<>();
    for (Path history : histories) {
      for (String line : lines(history)) {
        String[] fields = line.split(",", -1);
        assertThat(Long.parseLong(fields[3]))
            .as("by this computer's clock")
            .isCloseTo(outcome.startNanos() + 1_000_000_000L, within(10_000_000_000L));
        if (fields[0].equals("write")) {
          assertThat(versions.add(fields[2])).as("each version once").isTrue();
          long key = Long.parseLong(fields[1].substring("user".length()));
          assertThat(key < ROWS || inserted.add(fields[1])).as("each row once").isTrue();
        }
      }
    }
    assertThat(inserted).hasSizeGreaterThan(10);
    HistoryVerdict verdict = HistoryCheck.check(histories, HistoryCheckOptions.defaults());
    assertThat(verdict.all().reads() + verdict.all().writes()).isEqualTo(lines);
    assertThat(verdict.duplicateVersions()).isZero();
    // What one wrote the other never sees.
    assertThat(verdict.all().staleReads()).isPositive();
    assertThat(verdict.all().readYourWritesViolations()).isZero();
  }

  @Test
  void anOpenLoopIsSplitAndItsDistributionsAreAddedUp() throws Exception {
    hosts = hosts("one", "two");

    DrivenLoad driven = drive("arrivals: poisson 500/s, max-in-flight: 16", 2, second -> {});

    assertThat(driven.outcome().offered()).isCloseTo(1_000, within(160L));
    assertThat(driven.outcome().lag().getTotalCount()).isEqualTo(driven.outcome().offered());
    assertThat(driven.hosts())
        .allSatisfy(host -> assertThat(host.operations()).isBetween(350L, 650L));
  }

  @Test
  void aHostThatIsKilledIsToldOfAndTheOtherGoesOnAndBothAreThereForTheNextLoad() throws Exception {
    hosts = hosts("one", "two");

    DrivenLoad driven =
        drive(
            "threads: 4, target: 400/s",
            4,
            second -> {
              if (second.second() == 1) {
                LoadHostProcess.of("two").destroyForcibly();
              }
            });

    LoadHostResult one = driven.hosts().get(0);
    LoadHostResult two = driven.hosts().get(1);
    assertThat(one.lostWhy()).isNull();
    assertThat(two.lostWhy()).startsWith("its process ended with status 137");
    assertThat(two.lostAtSecond()).isBetween(1.9, 4.5);
    assertThat(two.uncertaintyNanos()).isNotNull();
    assertThat(two.operations()).as("what it had told").isBetween(100L, 900L);
    assertThat(one.operations()).isBetween(600L, 810L);
    assertThat(driven.outcome().completed()).isBetween(700L, 1_600L);
    HistoryVerdict verdict =
        HistoryCheck.check(histories("one", "two"), HistoryCheckOptions.defaults());
    assertThat(verdict.all().reads() + verdict.all().writes())
        .isEqualTo(one.operations() + two.operations());

    assertThat(drive("threads: 4, target: 400/s", 1, second -> {}).hosts())
        .allSatisfy(host -> assertThat(host.lostWhy()).isNull());
  }

  @Test
  void aHostThatFallsSilentIsLostAndWhatItHadToldIsKept() throws Exception {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("one", LoadHostProcess.command(MemoryLoadHost.class, "64m", "one"));
    commands.put("two", LoadHostProcess.command(MemoryLoadHost.class, "64m", "two"));
    hosts = new LoadHosts(commands, List.of(), "dc1", folder, Duration.ofSeconds(5));

    DrivenLoad driven =
        drive(
            "threads: 4, target: 400/s",
            4,
            second -> {
              if (second.second() == 0) {
                freeze(LoadHostProcess.of("two"));
              }
            });

    assertThat(driven.hosts().get(0).lostWhy()).isNull();
    LoadHostResult two = driven.hosts().get(1);
    assertThat(two.lostWhy()).isEqualTo("nothing was heard of it for 5s");
    assertThat(two.operations()).isBetween(50L, 810L);
    assertThat(histories("two").get(0)).isNotEmptyFile();
  }

  private static void freeze(ProcessHandle process) {
    try {
      int status =
          new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
      assertThat(status).isZero();
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whatIsNoLoadHostIsRefusedWithWhatItSaid() {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put("one", List.of("echo", "Permission denied"));
    hosts = new LoadHosts(commands, List.of(), "dc1", folder);
    assertThatThrownBy(() -> drive("threads: 4", 1, second -> {}))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("Load host one")
        .hasMessageContaining("Permission denied");

    hosts =
        new LoadHosts(
            Map.of("one", List.of(folder.resolve("nothing").toString())), List.of(), "dc1", folder);
    assertThatThrownBy(() -> drive("threads: 4", 1, second -> {}))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("nothing");
  }

  @Test
  void aLoadThatIsGivenUpEndsItsHosts() throws Exception {
    hosts = hosts("one");
    assertThatThrownBy(
            () ->
                drive(
                    "threads: 4, target: 100/s",
                    60,
                    second -> {
                      throw new IllegalStateException("a server died");
                    }))
        .hasMessage("a server died");
    assertThat(histories("one").get(0)).exists();
  }

  @Test
  void fewerOperationsThanHostsAreNoMoreThanThat() throws Exception {
    hosts = hosts("one", "two");

    DrivenLoad driven = drive("threads: 4, target: 100/s", 1, 1, second -> {});

    assertThat(driven.hosts()).extracting(LoadHostResult::operations).containsExactly(1L, 0L);
  }

  @Test
  void whereOneHistoryCannotBeWrittenTheOthersAreWholeAllTheSame() throws Exception {
    hosts = hosts("one", "two");
    Files.createDirectories(histories("one").get(0).resolve("in-the-way"));

    assertThatThrownBy(() -> drive("threads: 4, target: 100/s", 1, second -> {}))
        .isInstanceOf(BackendException.class)
        .hasMessageContaining("cannot be written");

    assertThat(lines(histories("two").get(0))).isNotEmpty();
  }

  private LoadHosts hosts(String... names) throws Exception {
    Map<String, List<String>> commands = new LinkedHashMap<>();
    for (String name : names) {
      commands.put(name, LoadHostProcess.command(MemoryLoadHost.class, "64m", name));
    }
    return new LoadHosts(commands, List.of("10.0.0.1"), "dc1", folder);
  }

  private DrivenLoad drive(String load, int seconds, Consumer<LoadOutcome.Second> everySecond)
      throws Exception {
    return drive(load, seconds, 0, everySecond);
  }

  private DrivenLoad drive(
      String load, int seconds, long operations, Consumer<LoadOutcome.Second> everySecond)
      throws Exception {
    return hosts.drive(
        new HostedLoad(
            new HostTable("k", "t"),
            settings(load),
            7,
            Duration.ofSeconds(seconds),
            operations,
            folder.resolve("history.csv.gz")),
        everySecond);
  }

  private RunSettings settings(String load) throws Exception {
    Path study =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            title: Hosts
            workload:
              properties:
                {recordcount: %d, insertorder: ordered, readproportion: 0.5, updateproportion: 0.4, insertproportion: 0.1}
            load: {%s}
            factors: {read-level: [ONE]}
            runs: {repetitions: 2, duration: 1s}
            """
                .formatted(ROWS, load));
    Path venue =
        Files.writeString(
            folder.resolve("where.yaml"),
            """
            backend: remote
            remote: {contact-points: [a], local-data-center: dc1, load-hosts: {one: [x], two: [x]}}
            """);
    return Plan.of(
            StudyFile.load(study, StudyOverrides.NONE.with(List.of(), Venue.read(venue))).study())
        .runs()
        .get(0)
        .settings();
  }

  private List<Path> histories(String... names) {
    List<Path> histories = new ArrayList<>();
    for (String name : names) {
      histories.add(folder.resolve("history-" + name + ".csv.gz"));
    }
    return histories;
  }

  private static List<String> lines(Path history) throws Exception {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(history))) {
      List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
      return lines.subList(1, lines.size());
    }
  }
}
