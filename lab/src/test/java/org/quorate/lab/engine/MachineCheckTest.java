package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCheckTest {
  private static final ClusterSpec SPEC = ClusterSpec.builder("demo", "5.0.9").build();
  private static final MemorySize BESIDE_HEAP = MemorySize.parse("100M");
  private static final MemorySize HUGE = MemorySize.parse("1000000G");

  @Test
  void availableMemoryIsReadFromTheKernelsText() {
    assertThat(
            MachineCheck.availableMemory(
                "MemTotal:       24684476 kB\nMemFree: 1 kB\nMemAvailable:   22380500 kB\n"))
        .hasValue(22_380_500L * 1024);
    assertThat(MachineCheck.availableMemory("MemTotal: 1 kB\n")).isEmpty();
  }

  @Test
  void tooLittleRoomIsRefusedWithBothSizes(@TempDir Path directory) {
    assertThatThrownBy(
            () ->
                MachineCheck.requireMemory(
                    List.of(SPEC), BESIDE_HEAP, spec -> 0, OptionalLong.of((876L << 20) - 1)))
        .isInstanceOf(EngineException.class)
        .hasMessage(
            "3 nodes with a heap of 192M need about 876M of memory, but only 875M are available;"
                + " use fewer nodes or a smaller heap.");
    assertThatThrownBy(
            () -> MachineCheck.requireDisk(SPEC, directory.resolve("not/there/yet"), HUGE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("3072000000M of disk");
  }

  @Test
  void clustersThatAreUpAtTheSameTimeNeedMemoryTogether() throws EngineException {
    List<ClusterSpec> two = List.of(SPEC, ClusterSpec.builder("other", "5.0.9").nodes(1).build());

    MachineCheck.requireMemory(two, BESIDE_HEAP, spec -> 0, OptionalLong.of(1168L << 20));
    assertThatThrownBy(
            () ->
                MachineCheck.requireMemory(
                    two, BESIDE_HEAP, spec -> 0, OptionalLong.of(1000L << 20)))
        .hasMessage(
            "4 nodes of 2 clusters that are up at the same time, with a heap of 192M need about"
                + " 1168M of memory, but only 1000M are available; use fewer nodes or a smaller"
                + " heap, or clusters: in-row.");
  }

  @Test
  void whatAClusterNeedsBesideItsNodesCounts() throws EngineException {
    MachineCheck.requireMemory(
        List.of(SPEC, SPEC), BESIDE_HEAP, spec -> 100L << 20, OptionalLong.of(1952L << 20));
    assertThatThrownBy(
            () ->
                MachineCheck.requireMemory(
                    List.of(SPEC, SPEC),
                    BESIDE_HEAP,
                    spec -> 100L << 20,
                    OptionalLong.of(1951L << 20)))
        .hasMessageContaining("need about 1952M of memory");
  }

  @Test
  void enoughRoomIsFine(@TempDir Path directory) throws EngineException {
    MachineCheck.requireMemory(List.of(SPEC), BESIDE_HEAP, spec -> 0, OptionalLong.of(876L << 20));
    MachineCheck.requireMemory(List.of(SPEC), BESIDE_HEAP, spec -> 0, OptionalLong.empty());
    MachineCheck.requireDisk(SPEC, directory, MemorySize.parse("1K"));
  }
}
