package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.Origin;

class ModelMeterTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final HostProfile PROFILE =
      new HostProfile(
          "test", "", 4, PowerCurve.linear(40, 120), 0.03, 0.01, 0.25, "made up for this test");

  private Instant now = START;
  private HostUse use = new HostUse(100, 0, 0);

  private final UseSource source =
      new UseSource() {
        @Override
        public HostUse read() {
          return use;
        }

        @Override
        public double cores() {
          return 0.5;
        }
      };

  @Test
  void utilisationIsProcessorTimeOverTheQuota() throws Exception {
    ModelMeter meter = ModelMeter.open(PROFILE, source, () -> now, Duration.ofSeconds(1));
    now = START.plusSeconds(2);
    // A quarter of a core of the half one that it may use, and 10 MB/s of disk.
    use = new HostUse(100.5, 20e6, 0);
    double joules = meter.read().get(0).value();
    assertThat(joules).isCloseTo(2 * (40 + 80 * 0.5) + 20 * 0.03, within(1e-9));
    now = START.plusSeconds(3);
    assertThat(meter.read().get(0).value()).as("at rest").isCloseTo(joules + 40, within(1e-9));
    assertThat(meter.channels().get(0).origin()).isEqualTo(Origin.ESTIMATED);
  }

  /** Processor time comes in steps, here of 10 ms, so that a host looks too busy at times. */
  @Test
  void whatAStepOfTheClockSaysTooMuchIsNotLostWhereAHostIsFullyUsed() throws Exception {
    ModelMeter meter = ModelMeter.open(PROFILE, source, () -> now, Duration.ofMillis(250));
    double joules = 0;
    for (int period = 1; period <= 40; period++) {
      now = START.plusMillis(250L * period);
      // 125 ms of every 250, told as 120 and 130 by turns.
      use = new HostUse(100 + 0.125 * period + (period % 2 == 0 ? 0 : 0.005), 0, 0);
      joules = meter.read().get(0).value();
    }
    assertThat(joules).as("ten seconds at full use").isCloseTo(10 * 120, within(1e-6));
  }

  @Test
  void whatAServerUsesWithoutItsQuotaIsThatOfAFullyUsedHostAtMost() throws Exception {
    ModelMeter meter = ModelMeter.open(PROFILE, source, () -> now, Duration.ofSeconds(1));
    now = START.plusSeconds(1);
    use = new HostUse(102, 0, 0);
    assertThat(meter.read().get(0).value()).isCloseTo(120, within(1e-9));
    for (int second = 2; second <= 11; second++) {
      now = START.plusSeconds(second);
      meter.read();
    }
    now = START.plusSeconds(12);
    assertThat(meter.read().get(0).value())
        .as("and hardly any of it is put down to the time after")
        .isCloseTo(120 + 11 * 40 + 80 * 0.02 / 0.5, within(1e-9));
  }

  @Test
  void thisMachinesUseIsReadFromItsKernel(@TempDir Path folder) throws Exception {
    Files.writeString(
        folder.resolve("stat"),
        "cpu  1000 200 300 90000 50 10 40 7 0 0\ncpu0 500 100 150 45000 25 5 20 3 0 0\n");
    Files.writeString(
        folder.resolve("diskstats"),
        """
           8       0 sda 100 0 2000 10 50 0 1000 20 0 30 30
           8       1 sda1 90 0 1800 9 45 0 900 18 0 27 27
         259       0 nvme0n1 1 0 8 0 1 0 16 0 0 0 0
        """);
    Files.createDirectory(folder.resolve("net"));
    Files.writeString(
        folder.resolve("net/dev"),
        """
        Inter-|   Receive                    |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets
            lo: 999999 1 0 0 0 0 0 0 999999 1 0 0 0 0 0 0
          eth0: 1000 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0
        """);
    HostUse read = MachineUse.at(folder, 2).read();
    assertThat(read.processorSeconds()).isCloseTo(15.5, within(1e-9));
    assertThat(read.diskBytes()).isEqualTo(512 * (2000 + 1000 + 8 + 16));
    assertThat(read.networkBytes()).isEqualTo(1500);
  }
}
