package org.quorate.study.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

final class JudgeTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Path directory;

  @BeforeEach
  void runAStudy() throws Exception {
    directory = folder.resolve("results");
    new StudyRunner(new FakeBackend(), Progress.silent())
        .run(Studies.load(folder, Studies.SIX_CELLS), directory);
  }

  @Test
  void verdictsCanBeMadeAgainFromTheFilesAlone() throws Exception {
    List<RunResult> before = results();
    for (RunResult run : before) {
      Files.delete(run(run.sequence()).resolve("staleness.json"));
    }
    assertThat(results()).allMatch(run -> run.staleness() == null);
    Judge.judge(directory, Progress.silent());

    assertThat(results()).isEqualTo(before);
  }

  /** The clock of one is off by 4 ns at most. */
  @Test
  void aRunOfLoadHostsIsJudgedByAllOfTheirHistories() throws Exception {
    long start = results().get(1).startNanos();
    Path own = run(2).resolve("history.csv.gz");
    Files.delete(own);
    Files.delete(run(2).resolve("staleness.json"));
    Files.delete(run(2).resolve(WindowFiles.COUNTS));
    String header = "op,key,version,invoke_ns,complete_ns,client,level,outcome\n";
    Files.writeString(
        own.resolveSibling("history-one.csv.gz"),
        header + "write,hosts,7,%d,%d,1,ONE,ok\n".formatted(start + 90, start + 100));
    StringBuilder reads = new StringBuilder(header);
    for (int invoke : List.of(96, 97, 104, 105)) {
      reads.append("read,hosts,,%d,%d,1,ONE,ok\n".formatted(start + invoke, start + 200));
    }
    Files.writeString(own.resolveSibling("history-two.csv.gz"), reads);
    Files.writeString(own.resolveSibling("history-two.csv.gz.clock"), "{\"uncertainty_ns\": 4}");

    Judge.judge(directory, Progress.silent());

    StalenessResult found = requireNonNull(results().get(1).staleness());
    assertThat(found.reads()).isEqualTo(4);
    assertThat(found.staleReads()).isEqualTo(1);
    assertThat(found.undecided()).isEqualTo(2);
    assertThat(Files.readAllLines(run(2).resolve(WindowFiles.COUNTS))).hasSize(2);
    assertThat(
            StudyCheck.check(directory, HistoryCheckOptions.defaults(), Progress.silent())
                .all()
                .undecidedReads())
        .isEqualTo(2);
  }

  @Test
  void aRunThatLacksNothingIsNotWrittenAgain() throws Exception {
    byte[] kept = "kept\n".getBytes(UTF_8);
    Path times = run(2).resolve(WindowFiles.TIMES);
    Path behind = run(2).resolve("staleness.hlog");
    Files.write(times, kept);
    Files.write(behind, kept);
    Files.delete(run(3).resolve("staleness.json"));
    Judge.judge(directory, Progress.silent());

    assertThat(results()).allMatch(run -> run.staleness() != null);
    assertThat(times).hasBinaryContent(kept);
    assertThat(behind).hasBinaryContent(kept);
  }

  @Test
  void aSessionOfWhichAJudgedHistoryWasDeletedIsLeftAsItIs() throws Exception {
    Files.delete(run(2).resolve("history.csv.gz"));
    Files.delete(run(3).resolve("staleness.json"));
    List<RunResult> before = results();
    Judge.judge(directory, Progress.silent());

    assertThat(results()).isEqualTo(before).anyMatch(run -> run.staleness() == null);
  }

  @Test
  void aRunWhoseHistoryIsCutOffIsNotJudgedByHalf() throws Exception {
    Path history = run(3).resolve("history.csv.gz");
    byte[] whole = Files.readAllBytes(history);
    Files.write(history, Arrays.copyOf(whole, whole.length - 20));
    Files.delete(run(3).resolve("staleness.json"));

    assertThatThrownBy(() -> Judge.judge(directory, Progress.silent()))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("runs/003/history.csv.gz is cut off")
        .hasMessageContaining("resume the study to measure the run again");
  }

  @Test
  void contextThatAKillCutOffCountsAsFarAsItGoes() throws Exception {
    Path context;
    try (var files = Files.list(directory.resolve("sessions/1"))) {
      context = files.filter(file -> file.toString().endsWith(".csv.gz")).findFirst().orElseThrow();
    }
    byte[] whole = Files.readAllBytes(context);
    Files.write(context, Arrays.copyOf(whole, whole.length - 20));
    Files.delete(run(1).resolve("staleness.json"));
    Judge.judge(directory, Progress.silent());

    assertThat(results()).allMatch(run -> run.staleness() != null);
  }

  @Test
  void aBrokenVerdictIsMadeAgainOnceItIsDeleted() throws Exception {
    List<RunResult> before = results();
    Path broken = run(2).resolve("staleness.json");
    Files.writeString(broken, "{");

    assertThatThrownBy(() -> Judge.judge(directory, Progress.silent()))
        .isInstanceOf(StudyException.class)
        .hasMessageContaining("runs/002/staleness.json cannot be read (")
        .hasMessageEndingWith(
            "delete the run's staleness.json, and \"quorate report\" judges its history again.");
    Files.delete(broken);
    Judge.judge(directory, Progress.silent());

    assertThat(results()).isEqualTo(before);
  }

  @Test
  void aCheckOfTheStudyFindsWhatItsJudgeFound() throws Exception {
    HistoryVerdict verdict =
        StudyCheck.check(directory, HistoryCheckOptions.defaults(), Progress.silent());

    List<RunResult> runs = results();
    assertThat(verdict.byFile()).hasSameSizeAs(runs);
    for (int i = 0; i < runs.size(); i++) {
      var judged = requireNonNull(runs.get(i).staleness());
      assertThat(verdict.byFile().get(i).all().reads()).isEqualTo(judged.reads());
      assertThat(verdict.byFile().get(i).all().staleReads()).isEqualTo(judged.staleReads());
      assertThat(verdict.byFile().get(i).all().unknownVersions())
          .isEqualTo(judged.unknownVersions());
    }
  }

  private Path run(int sequence) {
    return directory.resolve("runs").resolve("%03d".formatted(sequence));
  }

  private List<RunResult> results() throws StudyException {
    return List.copyOf(StudyDirectory.open(directory).results().values());
  }
}
