package org.quorate.lab.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineCheckTest {
  private static final ClusterSpec SPEC = ClusterSpec.builder("demo", "5.0.9").build();
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
    assertThatThrownBy(() -> MachineCheck.requireMemory(SPEC, HUGE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("3 nodes with a heap of 192M need about 3072000000M of memory")
        .hasMessageContaining("available");
    assertThatThrownBy(
            () -> MachineCheck.requireDisk(SPEC, directory.resolve("not/there/yet"), HUGE))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("3072000000M of disk");
  }

  @Test
  void enoughRoomIsFine(@TempDir Path directory) throws EngineException {
    MachineCheck.requireMemory(SPEC, MemorySize.parse("1K"));
    MachineCheck.requireDisk(SPEC, directory, MemorySize.parse("1K"));
  }
}
