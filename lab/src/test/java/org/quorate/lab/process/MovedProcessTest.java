package org.quorate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that run in one control group of the kernel, and then in another. */
class MovedProcessTest {
  private static final String CLUSTER = "moved-process";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @Test
  void allThreadsOfALivingProcessMoveAndWhatItHasStarted(@TempDir Path directory) throws Exception {
    ControlGroups groups = WritableGroups.assumed();
    int processors = Runtime.getRuntime().availableProcessors();
    ControlGroup before = groups.create(CLUSTER, "host1", processors);
    ControlGroup after = groups.create(CLUSTER, "host2", processors);
    ChildProcess child =
        ChildProcess.start(
            List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                Path.of(Busy.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                    .toString(),
                Busy.class.getName()),
            directory,
            Map.of(),
            directory.resolve("output"),
            directory.resolve("process"),
            before);
    try {
      long id = child.identity().processId();
      await()
          .atMost(PATIENCE)
          .until(() -> Files.readString(directory.resolve("output")).contains("started"));
      assertThat(groupsOfThreads(id)).hasSizeGreaterThan(5).allMatch(isIn("host1"));

      child.join(after);
      assertThat(groupsOfThreads(id)).hasSizeGreaterThan(5).allMatch(isIn("host2"));
      List<ProcessHandle> started = ProcessHandle.of(id).orElseThrow().descendants().toList();
      assertThat(started).isNotEmpty();
      for (ProcessHandle each : started) {
        assertThat(groupsOfThreads(each.pid())).isNotEmpty().allMatch(isIn("host2"));
      }
      assertThat(after.counts(id)).isTrue();
      assertThat(before.counts(id)).isFalse();

      Duration used = before.processorTime();
      Duration from = after.processorTime();
      await()
          .atMost(PATIENCE)
          .until(() -> after.processorTime().compareTo(from.plusMillis(100)) > 0);
      assertThat(before.processorTime()).as("what was used stays counted").isEqualTo(used);
    } finally {
      child.send(ProcessSignal.KILL);
      child.awaitEnd(60, TimeUnit.SECONDS);
      groups.remove(CLUSTER);
    }
    child.join(after);
  }

  private static Predicate<String> isIn(String host) {
    return groups -> groups.contains("/quorate/" + CLUSTER + "/" + host + "\n");
  }

  /** What the kernel says of each thread of a process, where a controller a line. */
  private static List<String> groupsOfThreads(long processId) throws IOException {
    List<String> groups = new ArrayList<>();
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + processId + "/task"))) {
      for (Path thread : threads.toList()) {
        try {
          groups.add(Files.readString(thread.resolve("cgroup")));
        } catch (IOException ended) {
          // Java ends a thread that compiles when it has nothing to do.
          assertThat(thread).doesNotExist();
        }
      }
    }
    return groups;
  }

  /** Has a thread that is busy, and a process that it has started. */
  static final class Busy {
    private Busy() {}

    public static void main(String[] arguments) throws IOException {
      new ProcessBuilder("sleep", "600").start();
      System.out.println("started");
      while (true) {
        Thread.onSpinWait();
      }
    }
  }
}
