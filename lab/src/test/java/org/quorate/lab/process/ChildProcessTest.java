package org.quorate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChildProcessTest {
  private final Path directory;
  private @Nullable ChildProcess started;

  ChildProcessTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @AfterEach
  void end() throws InterruptedException {
    if (started != null) {
      started.send(ProcessSignal.KILL);
    }
  }

  @Test
  void aChildTellsWhoItIsBeforeItsProgramBegins() throws Exception {
    ChildProcess child = start("sleep", "600");
    assertThat(child.isAlive()).isTrue();
    awaitProgram(child, "sleep");
    assertThat(ChildProcess.recorded(directory.resolve("process"))).hasValue(child.identity());
    assertThat(child.exitStatus()).isEmpty();
  }

  @Test
  void aProgramWhoseLauncherHasEndedDoesNotBegin() throws Exception {
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    Path identityFile = directory.resolve("process");
    Path touched = directory.resolve("touched");
    List<String> late =
        ChildProcess.wrapped(ended.pid(), List.of("touch", touched.toString()), identityFile, null);
    assertThat(new ProcessBuilder(late).start().waitFor()).isEqualTo(126);
    assertThat(touched).doesNotExist();
    assertThat(ChildProcess.attach(identityFile)).isEmpty();
  }

  @Test
  void aChildThatRunsJoinsAnotherGroupOrSaysThatItCannot() throws Exception {
    Path limiting = Files.createDirectory(directory.resolve("limiting"));
    Path counting = Files.createDirectory(directory.resolve("counting"));
    ChildProcess child = start("sleep", "600");
    awaitProgram(child, "sleep");
    child.join(new ControlGroup(limiting, counting));
    String id = Long.toString(child.identity().processId());
    assertThat(limiting.resolve("cgroup.procs")).hasContent(id);
    assertThat(counting.resolve("cgroup.procs")).hasContent(id);

    ControlGroup none = new ControlGroup(directory.resolve("none"));
    assertThatThrownBy(() -> child.join(none)).isInstanceOf(IOException.class);
    child.send(ProcessSignal.KILL);
    child.awaitEnd(60, TimeUnit.SECONDS);
    child.join(none);
  }

  @Test
  void whatMayYetEndBeforeItsProgramIsWaitedFor() throws Exception {
    // Nobody reads the pipe, so that the child stays where it joins its group.
    ControlGroup pipe = new ControlGroup(directory);
    new ProcessBuilder("mkfifo", pipe.processesFiles().get(0).toString()).start().waitFor();
    ChildProcess child = start(pipe, "sleep", "600");
    Path identityFile = directory.resolve("process");
    await(() -> ChildProcess.recorded(identityFile).isPresent());
    CompletableFuture<Optional<ChildProcess>> attached =
        CompletableFuture.supplyAsync(() -> ChildProcess.attach(identityFile));
    assertThatThrownBy(() -> attached.get(300, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    child.send(ProcessSignal.KILL);
    assertThat(attached.get(60, TimeUnit.SECONDS)).isEmpty();
  }

  @Test
  void aChildJoinsWhereItsTimeIsLimitedAndWhereItIsCounted() throws Exception {
    Path limiting = Files.createDirectory(directory.resolve("limiting"));
    Path counting = Files.createDirectory(directory.resolve("counting"));
    ChildProcess child = start(new ControlGroup(limiting, counting), "sleep", "600");
    awaitProgram(child, "sleep");
    String id = Long.toString(child.identity().processId());
    assertThat(limiting.resolve("cgroup.procs")).hasContent(id);
    assertThat(counting.resolve("cgroup.procs")).hasContent(id);
  }

  @Test
  void whatHasBegunIsFoundByItsFile() throws Exception {
    ChildProcess child = start("sleep", "600");
    Path identityFile = directory.resolve("process");
    await(() -> ChildProcess.recorded(identityFile).isPresent());
    assertThat(ChildProcess.attach(identityFile).orElseThrow().identity())
        .isEqualTo(child.identity());
    awaitProgram(child, "sleep");
  }

  @Test
  void interruptsAndHangUpsOfTheTerminalDoNotReachAChild() throws Exception {
    ChildProcess child = start("sleep", "600");
    awaitProgram(child, "sleep");
    String status = Files.readString(Path.of("/proc/" + child.identity().processId() + "/status"));
    long ignored =
        status
            .lines()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .findFirst()
            .orElseThrow();
    assertThat(ignored & 0b11).as("SIGHUP and SIGINT").isEqualTo(0b11);
  }

  @Test
  void aKilledChildGivesItsStatus() throws Exception {
    ChildProcess child = start("sleep", "600");
    child.send(ProcessSignal.KILL);
    assertThat(child.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(child.isAlive()).isFalse();
    assertThat(child.exitStatus()).hasValue(137);
    assertThat(ChildProcess.attach(child.identity())).isEmpty();
  }

  @Test
  void anAttachedProcessIsFrozenAndGoesOn() throws Exception {
    ChildProcess child = start("sleep", "600");
    ChildProcess attached = ChildProcess.attach(child.identity()).orElseThrow();
    attached.send(ProcessSignal.STOP);
    await(() -> frozen(attached));
    attached.send(ProcessSignal.CONT);
    await(() -> !frozen(attached));
    attached.send(ProcessSignal.TERM);
    assertThat(attached.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(attached.exitStatus()).as("not this object's child").isEmpty();
  }

  @Test
  void aSignalToAnotherProcessOfTheSameIdIsNotSent() throws Exception {
    ChildProcess child = start("sleep", "600");
    ProcessIdentity later =
        new ProcessIdentity(child.identity().processId(), child.identity().startTime() - 1);
    assertThat(ChildProcess.attach(later)).isEmpty();
    assertThat(child.isAlive()).isTrue();
  }

  @Test
  void whatAChildHasStartedEndsWithIt() throws Exception {
    ChildProcess child = start("sh", "-c", "sleep 600; true");
    ProcessIdentity grandchild = grandchild(child);
    child.send(ProcessSignal.KILL);
    assertThat(child.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(grandchild.isAlive()).isFalse();
  }

  @Test
  void anAttachedProcessEndsWithWhatItHasStarted() throws Exception {
    ChildProcess child = start("sh", "-c", "sleep 600; true");
    ProcessIdentity grandchild = grandchild(child);
    ChildProcess attached = ChildProcess.attach(child.identity()).orElseThrow();
    attached.send(ProcessSignal.TERM);
    assertThat(attached.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(grandchild.isAlive()).isFalse();
  }

  @Test
  void whatIsLeftOfAChildThatHasEndedIsKilled() throws Exception {
    ChildProcess child =
        start("sh", "-c", "sh -c 'trap : TERM; while true; do sleep 1; done' & wait");
    await(() -> child(child.identity()).flatMap(shell -> child(shell)).isPresent());
    ProcessIdentity stubborn = child(child.identity()).orElseThrow();
    child.send(ProcessSignal.TERM);
    await(() -> !child.isAlive());
    assertThat(child.awaitEnd(300, TimeUnit.MILLISECONDS)).isFalse();
    child.send(ProcessSignal.KILL);
    assertThat(child.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(stubborn.isAlive()).isFalse();
  }

  @Test
  void whatLostItsParentBetweenTwoSignalsIsKilledToo() throws Exception {
    ChildProcess child =
        start("sh", "-c", "( (trap '' TERM; sleep 60; true) & wait ); sleep 600; true");
    await(
        () ->
            child(child.identity())
                .flatMap(between -> child(between))
                .flatMap(stubborn -> child(stubborn))
                .isPresent());
    ProcessIdentity between = child(child.identity()).orElseThrow();
    ProcessIdentity stubborn = child(between).orElseThrow();
    child.send(ProcessSignal.CONT);
    ProcessSignal.KILL.sendTo(between.processId());
    await(() -> !between.isAlive());
    child.send(ProcessSignal.TERM);
    await(() -> !child.isAlive());
    assertThat(child.awaitEnd(300, TimeUnit.MILLISECONDS)).isFalse();
    assertThat(stubborn.isAlive()).isTrue();
    child.send(ProcessSignal.KILL);
    assertThat(child.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(stubborn.isAlive()).isFalse();
  }

  @Test
  void aProgramThatIsNotThereEndsWithAWordInTheOutput() throws Exception {
    ChildProcess child = start("no-such-program");
    assertThat(child.awaitEnd(10, TimeUnit.SECONDS)).isTrue();
    assertThat(child.exitStatus()).hasValue(127);
    assertThat(directory.resolve("output.log")).content().contains("no-such-program");
  }

  private ChildProcess start(String... command) throws IOException {
    return start(null, command);
  }

  private ChildProcess start(@Nullable ControlGroup group, String... command) throws IOException {
    ChildProcess child =
        ChildProcess.start(
            List.of(command),
            directory,
            Map.of(),
            directory.resolve("output.log"),
            directory.resolve("process"),
            group);
    started = child;
    return child;
  }

  private static ProcessIdentity grandchild(ChildProcess child) {
    await(() -> child(child.identity()).isPresent());
    return child(child.identity()).orElseThrow();
  }

  private static Optional<ProcessIdentity> child(ProcessIdentity parent) {
    return ProcessHandle.of(parent.processId()).stream()
        .flatMap(ProcessHandle::children)
        .flatMap(each -> ProcessIdentity.of(each.pid()).stream())
        .findFirst();
  }

  private static void awaitProgram(ChildProcess child, String name) {
    Path command = Path.of("/proc/" + child.identity().processId() + "/comm");
    await(
        () -> {
          try {
            return Files.readString(command).strip().equals(name);
          } catch (IOException gone) {
            return false;
          }
        });
  }

  private static boolean frozen(ChildProcess process) {
    return process.identity().statistics().map(ProcessStatistics::frozen).orElse(false);
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("within 60 s").isLessThan(deadline);
      Thread.onSpinWait();
    }
  }
}
