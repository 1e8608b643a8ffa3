package org.quorate.power.cap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CpufreqCapTest {
  @TempDir Path folder;

  private Path state;

  @BeforeEach
  void nameTheStateFile() {
    state = folder.resolve("state/cap.json");
  }

  private CpufreqCap cap(ProcessorTree tree, CapState.Lifetime lifetime) {
    return new CpufreqCap(tree.root(), state, lifetime, Clock.systemUTC());
  }

  private CpufreqCap cap(ProcessorTree tree) {
    return cap(tree, CapState.Lifetime.PROCESS);
  }

  private ProcessorTree tree(int processors) throws IOException {
    return ProcessorTree.of(Files.createDirectory(folder.resolve("cpu")), processors);
  }

  @Test
  void everyProcessorIsCappedAndFreedAgain() throws Exception {
    ProcessorTree tree = tree(3);
    tree.write(1, "scaling_max_freq", 3_000_000);
    CpufreqCap cap = cap(tree);
    Cap on = cap.apply(0.6);
    assertThat(on.reached()).isCloseTo(0.6, within(1e-9));
    assertThat(on.detail()).isEqualTo("at most 2160 MHz on 3 frequency domains");
    for (int i = 0; i < 3; i++) {
      assertThat(tree.maximum(i)).isEqualTo(2_160_000);
    }
    assertThat(cap.restore()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(tree.maximum(1)).as("as it was, not as it could be").isEqualTo(3_000_000);
    assertThat(state).doesNotExist();
    assertThat(cap.restore()).as("nothing is capped").isFalse();
  }

  @Test
  void aSecondCapDoesNotForgetWhatWasBeforeTheFirst() throws Exception {
    ProcessorTree tree = tree(1);
    CpufreqCap cap = cap(tree);
    cap.apply(0.6);
    cap.apply(0.4);
    assertThat(tree.maximum(0)).isEqualTo(1_440_000);
    cap.restore();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void processorsThatShareAFrequencyAreOneDomain() throws Exception {
    ProcessorTree tree = tree(1);
    Files.createDirectory(tree.root().resolve("cpu1"));
    Files.createSymbolicLink(
        tree.root().resolve("cpu1/cpufreq"), tree.root().resolve("cpufreq/policy0"));
    assertThat(cap(tree).apply(0.5).detail()).isEqualTo("at most 1800 MHz on 1 frequency domain");
  }

  @Test
  void aKilledProcessLeavesWhatTheNextOneNeedsToRestore() throws Exception {
    ProcessorTree tree = tree(2);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CappingProcess.class.getName(),
                tree.root().toString(),
                state.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader output =
        new BufferedReader(
            new java.io.InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(output.readLine()).isEqualTo("capped to 0.5");
      assertThat(tree.maximum(1)).isEqualTo(1_800_000);
      CpufreqCap later = cap(tree);
      assertThat(later.restoreOrphan()).as("it still runs").isFalse();
      assertThatThrownBy(() -> later.apply(0.7))
          .isInstanceOf(CapException.class)
          .hasMessageContaining("Process " + process.pid() + " has capped");
      assertThatThrownBy(later::restore).isInstanceOf(CapException.class);
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(tree.maximum(1)).as("nobody restored it").isEqualTo(1_800_000);
    assertThat(state).exists();
    assertThat(cap(tree).restoreOrphan()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(tree.maximum(1)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(state).doesNotExist();
  }

  @Test
  void aProcessThatDiesHalfWayLeavesBothHalvesRestorable() throws Exception {
    ProcessorTree tree = tree(2);
    Files.createDirectories(state.getParent());
    Files.writeString(
        state,
        "{\"by\":\"cpufreq\",\"share\":0.5,\"cappedAt\":\"2026-01-01T00:00:00Z\","
            + "\"processId\":1,\"processStartedAt\":\"1970-01-01T00:00:00Z\","
            + "\"processors\":\""
            + tree.root()
            + "\","
            + "\"previous\":{\"cpu0\":3600000,\"cpu1\":3600000,\"cpu7\":3600000}}");
    tree.write(0, "scaling_max_freq", 1_800_000);
    assertThat(cap(tree).restoreOrphan()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(tree.maximum(1)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void aCapUntilRestoredIsNobodysOrphan() throws Exception {
    ProcessorTree tree = tree(1);
    cap(tree, CapState.Lifetime.UNTIL_RESTORED).apply(0.5);
    assertThat(cap(tree).restoreOrphan()).isFalse();
    assertThat(tree.maximum(0)).isEqualTo(1_800_000);
    assertThat(cap(tree).state()).get().extracting(CapState::share).isEqualTo(0.5);
    assertThat(cap(tree).restore()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void aMachineWithoutFrequencyScalingIsRefused() throws Exception {
    Path root = Files.createDirectories(folder.resolve("cpu"));
    Files.createDirectories(root.resolve("cpu0/topology"));
    CpufreqCap cap = cap(new ProcessorTree(root));
    assertThat(cap.refusal()).get().asString().contains("scales no frequency", "processor quota");
    assertThatThrownBy(() -> cap.apply(0.5)).isInstanceOf(CapException.class);
    assertThat(state).doesNotExist();
  }

  @Test
  void aDriverWithoutAHighestFrequencyIsRefused() throws Exception {
    ProcessorTree tree = tree(1);
    Files.delete(tree.file(0, "scaling_max_freq"));
    assertThat(cap(tree).refusal()).get().asString().contains("knows no highest frequency");
  }

  @Test
  void aCapThatWouldNotHoldForAllProcessorsIsRefused() throws Exception {
    ProcessorTree tree = tree(1);
    Path second = Files.createDirectory(tree.root().resolve("cpu1"));
    assertThat(cap(tree).refusal()).get().asString().contains("cpu1 has no frequency");
    Files.writeString(second.resolve("online"), "0\n");
    assertThat(cap(tree).refusal()).as("it is off").isEmpty();
  }

  @Test
  void sharesThatNoProcessorCanHaveAreRefusedUnchanged() throws Exception {
    ProcessorTree tree = tree(1);
    CpufreqCap cap = cap(tree);
    assertThatThrownBy(() -> cap.apply(0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> cap.apply(1.1)).hasMessageContaining("at most 1");
    assertThatThrownBy(() -> cap.apply(0.2))
        .hasMessageContaining("cannot run below 800 MHz, which is 0.23 of its 3600 MHz");
    tree.write(0, "scaling_min_freq", 2_000_000);
    assertThatThrownBy(() -> cap.apply(0.5)).hasMessageContaining("scaling_min_freq");
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(state).doesNotExist();
  }

  @Test
  void aFileThatMayNotBeWrittenIsRefused() throws Exception {
    ProcessorTree tree = tree(1);
    // Tests often run as root, who may write every file.
    FrequencyPolicy.Writer ofNoRights =
        new FrequencyPolicy.Writer() {
          @Override
          public void write(Path file, String text) throws IOException {
            throw new AccessDeniedException(file.toString());
          }

          @Override
          public boolean mayWrite(Path file) {
            return false;
          }
        };
    CpufreqCap cap =
        new CpufreqCap(
            tree.root(), state, CapState.Lifetime.PROCESS, Clock.systemUTC(), ofNoRights);
    assertThat(cap.refusal()).get().asString().contains("run as root");
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void theKernelsFilesAreAskedWhetherTheyMayBeWritten() throws Exception {
    FrequencyPolicy.Writer kernel = FrequencyPolicy.Writer.ofKernel();
    assertThat(kernel.mayWrite(tree(1).file(0, "scaling_max_freq"))).isTrue();
    assertThat(kernel.mayWrite(folder.resolve("absent"))).isFalse();
  }

  @Test
  void aDriverThatDoesNotTakeTheCapIsToldAndEverythingPutBack() throws Exception {
    ProcessorTree tree = tree(2);
    FrequencyPolicy.Writer deaf =
        (file, text) -> {
          if (file.toString().contains("cpu0")) {
            FrequencyPolicy.Writer.ofKernel().write(file, text);
          }
        };
    CpufreqCap cap =
        new CpufreqCap(tree.root(), state, CapState.Lifetime.PROCESS, Clock.systemUTC(), deaf);
    assertThatThrownBy(() -> cap.apply(0.5))
        .isInstanceOf(CapException.class)
        .hasMessageContaining("cpu1 says 3600 MHz after it was told 1800 MHz");
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
    assertThat(state).doesNotExist();
  }

  @Test
  void whatCannotBePutBackStaysRemembered() throws Exception {
    ProcessorTree tree = tree(1);
    cap(tree, CapState.Lifetime.UNTIL_RESTORED).apply(0.5);
    FrequencyPolicy.Writer refusing =
        (file, text) -> {
          throw new IOException("Read-only file system");
        };
    CpufreqCap cap =
        new CpufreqCap(tree.root(), state, CapState.Lifetime.PROCESS, Clock.systemUTC(), refusing);
    assertThatThrownBy(cap::restore)
        .isInstanceOf(CapException.class)
        .hasMessageContaining("3600000 kHz");
    assertThat(state).exists();
    assertThat(cap(tree).restore()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void aStateThatCannotBeReadIsNotGuessed() throws Exception {
    ProcessorTree tree = tree(1);
    Files.createDirectories(state.getParent());
    Files.writeString(state, "{}");
    assertThatThrownBy(() -> cap(tree).restoreFromAnybody())
        .isInstanceOf(CapException.class)
        .hasMessageContaining("does not say");
    Files.writeString(
        state,
        "{\"by\":\"cpufreq\",\"share\":0.5,\"cappedAt\":\"2026-01-01T00:00:00Z\","
            + "\"processors\":\""
            + tree.root()
            + "\",\"previous\":{\"../../etc\":1}}");
    assertThat(cap(tree).restoreFromAnybody()).as("no path is taken from it").isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void whatIsRestoredIsWhatWasCappedWhereverAProcessLooks() throws Exception {
    ProcessorTree tree = tree(1);
    cap(tree, CapState.Lifetime.UNTIL_RESTORED).apply(0.5);
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    ProcessorTree other = ProcessorTree.of(elsewhere, 1);
    assertThatThrownBy(() -> cap(other).apply(0.5)).hasMessageContaining("capped already");
    assertThat(cap(other).restore()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }

  @Test
  void anInterruptedThreadRestoresToo() throws Exception {
    ProcessorTree tree = tree(1);
    CpufreqCap cap = cap(tree);
    cap.apply(0.5);
    Thread.currentThread().interrupt();
    assertThat(cap.restore()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(tree.maximum(0)).isEqualTo(ProcessorTree.HIGHEST);
  }
}
