package org.quorate.lab.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.study.result.MachineResult;

class MachineMeterTest {
  private static final String STAT =
      """
      cpu  100 20 30 400 50 6 7 8 9 10
      cpu0 50 10 15 200 25 3 3 4 4 5
      cpu1 50 10 15 200 25 3 4 4 5 5
      intr 12345 0 0
      """;

  @Test
  void theFirstLineOfTheKernelsFileIsSummed() {
    MachineTimes times = MachineTimes.parse(STAT);
    assertThat(times.cores()).isEqualTo(2);
    assertThat(times.total()).as("guest time is user time already").isEqualTo(621);
    assertThat(times.idle()).isEqualTo(450);
    assertThat(times.stolen()).isEqualTo(8);
    assertThatThrownBy(() -> MachineTimes.parse("intr 1 2 3"))
        .hasMessageContaining("Not the form of /proc/stat");
  }

  @Test
  void sharesAreOfTheTimeOfAllProcessors() {
    ProcessIdentity relay = new ProcessIdentity(5, 6);
    MachineReading before =
        new MachineReading(new MachineTimes(2, 1000, 600, 10), 100, Map.of(relay, 10L));
    MachineReading after =
        new MachineReading(new MachineTimes(2, 2000, 700, 60), 300, Map.of(relay, 60L));
    MachineResult result = MachineMeter.between(before, after, 4.5);
    assertThat(result.cores()).isEqualTo(2);
    assertThat(result.busyShare()).isCloseTo(0.9, within(1e-9));
    assertThat(result.linksShare()).as("60 - 10 ticks").isCloseTo(0.05, within(1e-9));
    assertThat(result.generatorShare()).as("300 - 100 ticks").isCloseTo(0.2, within(1e-9));
    assertThat(result.serversShare()).isCloseTo(0.45, within(1e-9));
    assertThat(MachineMeter.stolenShare(before, after)).isCloseTo(0.05, within(1e-9));
  }

  @Test
  void noTimeBetweenReadingsGivesNoShares() {
    MachineReading reading = MachineMeter.withoutLinks().read();
    assertThat(MachineMeter.between(reading, reading, 1.0))
        .isEqualTo(new MachineResult(reading.times().cores(), 0, 0, 0.0, 0));
  }

  @Test
  void aBusyProcessOfTheLinksIsToldFromThisProcess() throws Exception {
    Process busy = new ProcessBuilder("/bin/sh", "-c", "while :; do :; done").start();
    try {
      ProcessIdentity identity = ProcessIdentity.of(busy.pid()).orElseThrow();
      MachineMeter meter = new MachineMeter(() -> List.of(identity));
      MachineReading before = meter.read();
      await("the loop has used processor time")
          .ignoreExceptions()
          .until(() -> MachineMeter.between(before, meter.read(), 0.0).linksShare() > 0);
      assertThat(busy.isAlive()).isTrue();
    } finally {
      busy.destroyForcibly().waitFor();
    }
  }
}
