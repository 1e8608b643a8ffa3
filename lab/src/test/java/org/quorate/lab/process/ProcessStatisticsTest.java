package org.quorate.lab.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProcessStatisticsTest {
  private static final String LINE =
      "22561 (java) S 22540 22561 22561 0 -1 1077936384 152385 0 12 0 1051 68 0 0 20 0 62 0 192345"
          + " 2963894272 118272 18446744073709551615 1 1 0 0 0 0 0 4096 16783565 0 0 0 17 1 0 0 0";

  @Test
  void fieldsAreTakenFromTheirPlaces() {
    ProcessStatistics statistics = ProcessStatistics.parse(LINE);
    assertThat(statistics).isEqualTo(new ProcessStatistics(22561, 'S', 1051, 68, 192345, 118272));
    assertThat(statistics.processorTime()).isEqualTo(Duration.ofMillis(11_190));
    assertThat(statistics.residentMemory()).isEqualTo(118272L * 4096);
    assertThat(statistics.identity()).isEqualTo(new ProcessIdentity(22561, 192345));
  }

  @Test
  void aCommandMayHoldBlanksAndParentheses() {
    ProcessStatistics statistics =
        ProcessStatistics.parse(LINE.replace("(java)", "(a) S (b) 1 2)").replace(") S 2", ") T 2"));
    assertThat(statistics.processId()).isEqualTo(22561);
    assertThat(statistics.startTime()).isEqualTo(192345);
    assertThat(statistics.frozen()).isTrue();
  }

  @Test
  void aLineCutOffIsRefused() {
    assertThatThrownBy(() -> ProcessStatistics.parse("22561 (java) S 1 2 3"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ProcessStatistics.parse(""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void thisProcessIsFoundAndAnotherStartTimeIsAnotherProcess() {
    ProcessIdentity own = ProcessIdentity.current();
    assertThat(own.processId()).isEqualTo(ProcessHandle.current().pid());
    assertThat(own.isAlive()).isTrue();
    assertThat(new ProcessIdentity(own.processId(), own.startTime() + 1).isAlive()).isFalse();
  }
}
