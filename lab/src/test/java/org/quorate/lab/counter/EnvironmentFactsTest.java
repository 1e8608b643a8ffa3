package org.quorate.lab.counter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnvironmentFactsTest {
  @Test
  void processorsAreCountedAndNamed() {
    assertThat(
            EnvironmentFacts.processors(
                """
                processor	: 0
                model name	: Intel(R)  Xeon(R) CPU
                processor	: 1
                model name	: Intel(R)  Xeon(R) CPU
                """))
        .hasValue("2 x Intel(R) Xeon(R) CPU");
    assertThat(EnvironmentFacts.processors("")).isEmpty();
  }

  @Test
  void memoryIsReadFromTheKernel() {
    assertThat(EnvironmentFacts.memory("MemTotal:       24684092 kB\nMemFree: 1 kB\n"))
        .hasValue("23.54GiB");
  }

  @Test
  void thisMachineIsDescribedInAnOrderFitForReading(@TempDir Path folder) {
    assertThat(EnvironmentFacts.collect(folder).facts().keySet())
        .containsSubsequence("memory", "disk", "kernel", "Java");
  }
}
