package org.quorate.power.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.energy.GapRule;
import org.quorate.power.energy.HostEnergies;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.ReadingLog;
import org.quorate.power.energy.Window;

/**
 * A run of some seconds in a time that passes as the test says: a device tells, a real meter is
 * read from before the run until after it in the period that it asks for, and what it said is
 * written to a log and worked out as a study does.
 */
final class Run {
  static final Instant START = Instant.parse("2026-01-02T03:04:00Z");

  private static final double BEFORE = 20;
  private static final double AFTER = 30;

  /** Meters of databases ask when they are opened for what was some seconds ago. */
  private static final double LOOKED_BACK = 10;

  private static final double TICK = 0.5;

  private final Path folder;
  private Instant now = at(-BEFORE - 1);

  /** The time of the run. */
  final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  Run(Path folder) {
    this.folder = folder;
  }

  /** A new folder. */
  Path folder() {
    try {
      return Files.createTempDirectory(folder, "device");
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Instant at(double second) {
    return START.plusMillis(Math.round(1000 * second));
  }

  /**
   * Opens the meter of a device, and reads it over a run.
   *
   * @param seconds length of the run, which starts at 0
   * @param values what the device tells at a second: watts, or joules of a counter; NaN for nothing
   * @throws MeterException when the meter cannot be opened
   */
  HostEnergy of(Device device, int seconds, DoubleUnaryOperator values) throws Exception {
    try (PowerMeter meter = open(device, values)) {
      Path log = folder().resolve("power.csv");
      HostMeter host = HostMeter.of("host1", meter);
      try (ReadingLog written = ReadingLog.create(log)) {
        for (double second = -BEFORE; second <= seconds + AFTER; second += TICK) {
          now = at(second);
          if (isTurn(second, device.spacing())) {
            device.tell(now, values.applyAsDouble(second));
          }
          if (isTurn(second, meter.period())) {
            read(host, written);
          }
        }
      }
      Window window = new Window(START, at(seconds));
      return HostEnergies.of(log, List.of(host), window, GapRule.REFUSE).get(0);
    }
  }

  /**
   * Opens the meter of a device that has told for some seconds.
   *
   * @throws MeterException when it cannot be opened
   */
  PowerMeter open(Device device, DoubleUnaryOperator values) throws Exception {
    for (double second = -BEFORE - LOOKED_BACK; second < -BEFORE; second++) {
      now = at(second);
      device.tell(now, values.applyAsDouble(second));
    }
    return device.open();
  }

  private static boolean isTurn(double second, Duration period) {
    return Math.round(1000 * second) % period.toMillis() == 0;
  }

  private static void read(HostMeter meter, ReadingLog log)
      throws IOException, InterruptedException {
    try {
      for (Reading reading : meter.meter().read()) {
        log.add(meter, reading);
      }
    } catch (MeterException e) {
      // As a recorder does, it is asked again at its next turn.
    }
  }
}
