package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.Channel;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.energy.SteadyClock;

@Timeout(120)
class CalibrationTest {
  private static final HostProfile TRUE_HOST =
      new HostProfile("true", "", 2, PowerCurve.linear(50, 150), 0, 0, 0.1, "made up");

  private static final Calibration.Listener NOBODY =
      new Calibration.Listener() {
        @Override
        public void measuring(double share) {}

        @Override
        public void measured(PowerCurve.Point point) {}
      };

  /**
   * A machine that is as busy as its load says, on a clock that is turned by a period of its meter
   * at a time, and only when the meter was read since the last: so however long the real machine
   * stands still, no reading is missing.
   */
  private static final class Machine implements UseSource, Calibration.ProcessorLoad {
    private static final Duration PERIOD = Duration.ofMillis(50);
    private static final Instant START = Instant.parse("2026-11-21T00:00:00Z");

    private final AtomicLong now = new AtomicLong();
    private final SteadyClock clock = SteadyClock.at(START, now::get);

    /** Until when the last reading of each thread told. */
    private final ThreadLocal<Long> toldUntil = ThreadLocal.withInitial(now::get);

    private double share;
    private double used;
    private long usedUntil;
    private volatile Instant metered = START;

    @Override
    public synchronized HostUse read() {
      long at = now.get();
      used += share * 2 * (at - usedUntil) / 1e9;
      usedUntil = at;
      toldUntil.set(at);
      return new HostUse(used, 0, 0);
    }

    @Override
    public double cores() {
      return 2;
    }

    @Override
    public synchronized void keep(double wanted) {
      read();
      share = wanted;
    }

    void pass(Duration time) {
      long until = now.get() + time.toNanos();
      while (now.addAndGet(Math.min(PERIOD.toNanos(), until - now.get())) < until) {
        await()
            .pollDelay(Duration.ZERO)
            .pollInterval(Duration.ofMillis(1))
            .until(() -> metered.equals(clock.instant()));
      }
    }

    PowerMeter meter() throws MeterException {
      ModelMeter model = ModelMeter.open(TRUE_HOST, this, () -> clock.at(toldUntil.get()), PERIOD);
      return new PowerMeter() {
        @Override
        public String name() {
          return model.name();
        }

        @Override
        public List<Channel> channels() {
          return model.channels();
        }

        @Override
        public Duration period() {
          return model.period();
        }

        @Override
        public List<Reading> read() throws MeterException {
          List<Reading> readings = model.read();
          metered = readings.get(0).receivedAt();
          return readings;
        }

        @Override
        public void close() {
          model.close();
        }
      };
    }

    @Override
    public void close() {}
  }

  @Test
  void findsTheCurveOfAMachineFromItsMeter() throws Exception {
    Machine machine = new Machine();
    List<Double> told = new ArrayList<>();
    PowerCurve curve =
        new Calibration(machine.meter(), machine, machine, machine.clock, machine::pass)
            .measure(
                Calibration.SHARES,
                Duration.ofMillis(20),
                Duration.ofMillis(300),
                new Calibration.Listener() {
                  @Override
                  public void measuring(double share) {
                    told.add(share);
                  }

                  @Override
                  public void measured(PowerCurve.Point point) {}
                });
    assertThat(told).isEqualTo(Calibration.SHARES);
    assertThat(curve.points()).hasSize(4);
    assertThat(curve.idleWatts()).isCloseTo(50, within(1e-6));
    assertThat(curve.watts(0.3)).isCloseTo(80, within(1e-6));
    assertThat(curve.busyWatts()).isCloseTo(150, within(1e-6));
  }

  /** Held up for a quarter of what is measured behind every other reading, as by other work. */
  private static UseSource heldUp(Machine machine) {
    return new UseSource() {
      private int readings;

      @Override
      public HostUse read() {
        HostUse read = machine.read();
        machine.now.addAndGet(readings++ % 2 == 0 ? 50_000_000 : 0);
        return read;
      }

      @Override
      public double cores() {
        return machine.cores();
      }
    };
  }

  @Test
  void beingHeldUpBetweenAReadingAndItsInstantChangesNoCurve() throws Exception {
    Machine machine = new Machine();
    PowerCurve curve =
        new Calibration(machine.meter(), heldUp(machine), machine, machine.clock, machine::pass)
            .measure(List.of(0.0, 0.5, 0.9), Duration.ofMillis(20), Duration.ofMillis(200), NOBODY);
    assertThat(curve.points()).hasSize(3);
    assertThat(curve.watts(0.5)).isCloseTo(100, within(1e-6));
    assertThat(curve.busyWatts()).isCloseTo(150, within(1e-6));
  }

  @Test
  void measuredEndsAreMovedToIdleAndFullUse() throws Exception {
    PowerCurve curve =
        Calibration.curve(new TreeMap<>(Map.of(0.02, 52.0, 0.5, 100.0, 0.98, 148.0)));
    assertThat(curve.idleWatts()).isCloseTo(50, within(1e-9));
    assertThat(curve.busyWatts()).isCloseTo(150, within(1e-9));
  }

  @Test
  void aMeterOfAnotherMachineIsRefused() {
    assertThatThrownBy(() -> Calibration.curve(new TreeMap<>(Map.of(0.0, 90.0, 1.0, 80.0))))
        .isInstanceOf(MeterException.class)
        .hasMessageContaining("less power under more load");
  }
}
