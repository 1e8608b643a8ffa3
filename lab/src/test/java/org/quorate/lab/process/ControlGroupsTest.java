package org.quorate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On made-up file trees; what a kernel makes of them is seen by the integration tests. */
class ControlGroupsTest {
  private final Path mount;

  ControlGroupsTest(@TempDir Path mount) {
    this.mount = mount;
  }

  @Test
  void versionOneTakesQuotaAndPeriodInTwoFiles() throws IOException {
    Files.createDirectories(mount.resolve("cpu"));
    Files.createFile(mount.resolve("cpu/cpu.cfs_quota_us"));
    ControlGroup group = ControlGroups.detect(mount).orElseThrow().create("demo", "node1", 0.5);
    assertThat(group.folder()).isEqualTo(mount.resolve("cpu/quorate/demo/node1"));
    assertThat(group.folder().resolve("cpu.cfs_period_us")).hasContent("10000");
    assertThat(group.folder().resolve("cpu.cfs_quota_us")).hasContent("5000");
    assertThat(group.processesFiles()).containsExactly(group.folder().resolve("cgroup.procs"));
  }

  @Test
  void versionTwoTakesBothInOneFileAndPassesTheControllerDown() throws IOException {
    Files.writeString(mount.resolve("cgroup.controllers"), "cpuset cpu io memory\n");
    Files.writeString(mount.resolve("cgroup.subtree_control"), "memory\n");
    Files.createDirectories(mount.resolve("quorate/demo"));
    ControlGroup group = ControlGroups.detect(mount).orElseThrow().create("demo", "node1", 1.5);
    assertThat(group.folder()).isEqualTo(mount.resolve("quorate/demo/node1"));
    assertThat(group.folder().resolve("cpu.max")).hasContent("15000 10000");
    for (String above : new String[] {".", "quorate", "quorate/demo"}) {
      assertThat(mount.resolve(above).resolve("cgroup.subtree_control")).hasContent("+cpu");
    }
  }

  @Test
  void aQuotaIsNeverBelowWhatTheKernelTakes() throws IOException {
    Files.createDirectories(mount.resolve("cpu,cpuacct"));
    Files.createFile(mount.resolve("cpu,cpuacct/cpu.cfs_quota_us"));
    ControlGroup group = ControlGroups.detect(mount).orElseThrow().create("demo", "node1", 0.05);
    assertThat(group.folder().resolve("cpu.cfs_quota_us")).hasContent("1000");
  }

  @Test
  void aQuotaIsReadBackInEitherVersion() throws IOException {
    Files.createDirectories(mount.resolve("cpu"));
    Files.createFile(mount.resolve("cpu/cpu.cfs_quota_us"));
    ControlGroup first = ControlGroups.detect(mount).orElseThrow().create("demo", "node1", 0.4);
    assertThat(first.cores()).isEqualTo(0.4);
    Files.writeString(first.folder().resolve("cpu.cfs_quota_us"), "-1\n");
    assertThatThrownBy(first::cores).isInstanceOf(IOException.class);

    ControlGroup second = new ControlGroup(Files.createDirectories(mount.resolve("two")));
    Files.writeString(second.folder().resolve("cpu.max"), "15000 10000\n");
    assertThat(second.cores()).isEqualTo(1.5);
    Files.writeString(second.folder().resolve("cpu.max"), "max 10000\n");
    assertThatThrownBy(second::cores).isInstanceOf(IOException.class);
  }

  @Test
  void processorTimeIsCountedInTheSameGroupOrInOneThatIsMountedApart() throws Exception {
    Files.createDirectories(mount.resolve("cpu,cpuacct"));
    Files.createFile(mount.resolve("cpu,cpuacct/cpu.cfs_quota_us"));
    Files.createFile(mount.resolve("cpu,cpuacct/cpuacct.usage"));
    Files.createDirectories(mount.resolve("cpuacct"));
    Files.createFile(mount.resolve("cpuacct/cpuacct.usage"));
    ControlGroups together = ControlGroups.detect(mount).orElseThrow();
    assertThat(together.group("demo", "node1"))
        .isEqualTo(new ControlGroup(mount.resolve("cpu,cpuacct/quorate/demo/node1")));

    Files.createDirectories(mount.resolve("cpu"));
    Files.createFile(mount.resolve("cpu/cpu.cfs_quota_us"));
    ControlGroups apart = ControlGroups.detect(mount).orElseThrow();
    ControlGroup group = apart.create("demo", "node1", 0.5);
    assertThat(group).isEqualTo(apart.group("demo", "node1"));
    assertThat(group.processesFiles())
        .containsExactly(
            mount.resolve("cpu/quorate/demo/node1/cgroup.procs"),
            mount.resolve("cpuacct/quorate/demo/node1/cgroup.procs"));
    Files.writeString(group.counting().resolve("cpuacct.usage"), "1234567891\n");
    assertThat(group.processorTime()).isEqualTo(Duration.ofNanos(1_234_567_891));
    Files.writeString(group.counting().resolve("cgroup.procs"), "12\n345\n");
    assertThat(group.counts(345)).isTrue();
    assertThat(group.counts(34)).isFalse();

    Files.delete(group.counting().resolve("cpuacct.usage"));
    Files.delete(group.counting().resolve("cgroup.procs"));
    Files.delete(group.folder().resolve("cpu.cfs_quota_us"));
    Files.delete(group.folder().resolve("cpu.cfs_period_us"));
    apart.remove("demo");
    assertThat(mount.resolve("cpu/quorate")).doesNotExist();
    assertThat(mount.resolve("cpuacct/quorate")).doesNotExist();
  }

  @Test
  void versionTwoCountsInMicroseconds() throws IOException {
    ControlGroup group = new ControlGroup(mount);
    assertThatThrownBy(group::processorTime).isInstanceOf(IOException.class);
    Files.writeString(mount.resolve("cpu.stat"), "nr_periods 3\nthrottled_usec 7\n");
    assertThatThrownBy(group::processorTime).isInstanceOf(IOException.class);
    Files.writeString(mount.resolve("cpu.stat"), "usage_usec 1500001\nuser_usec 1000000\n");
    assertThat(group.processorTime()).isEqualTo(Duration.ofNanos(1_500_001_000));
  }

  @Test
  void aMachineWithoutTheControllerHasNoQuotas() throws IOException {
    Files.writeString(mount.resolve("cgroup.controllers"), "memory\n");
    assertThat(ControlGroups.detect(mount)).isEmpty();
  }

  @Test
  void removingWhatIsNotThereIsNoError() throws Exception {
    Files.createDirectories(mount.resolve("cpu"));
    Files.createFile(mount.resolve("cpu/cpu.cfs_quota_us"));
    ControlGroups groups = ControlGroups.detect(mount).orElseThrow();
    groups.remove("demo");
    Files.createDirectories(mount.resolve("cpu/quorate/demo/node1"));
    groups.remove("demo");
    assertThat(mount.resolve("cpu/quorate")).doesNotExist();
  }
}
