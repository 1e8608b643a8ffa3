package org.quorate.power.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.MeterException;
import org.quorate.power.energy.SteadyClock;

@Timeout(120)
class CalibrationTest {
  private static final HostProfile TRUE_HOST =
      new HostProfile("true", "", 2, PowerCurve.linear(50, 150), 0, 0, 0.1, "made up");

  /** A machine that is as busy as its load says, and tells until when it has said so. */
  private static final class Machine
      implements UseSource, Calibration.ProcessorLoad, InstantSource {
    private final SteadyClock clock = SteadyClock.started();
    private double share;
    private double used;
    private long at = System.nanoTime();

    @Override
    public synchronized HostUse read() {
      long now = System.nanoTime();
      used += share * 2 * (now - at) / 1e9;
      at = now;
      return new HostUse(used, 0, 0);
    }

    @Override
    public synchronized Instant instant() {
      return clock.at(at);
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

    @Override
    public void close() {}
  }

  /** Again where this machine stood still for so long that its meter is refused as silent. */
  private static PowerCurve measured(Callable<PowerCurve> calibration) throws Exception {
    for (int tries = 1; ; tries++) {
      try {
        return calibration.call();
      } catch (MeterException e) {
        if (tries == 10 || !String.valueOf(e.getMessage()).contains("more than three periods")) {
          throw e;
        }
      }
    }
  }

  @Test
  void findsTheCurveOfAMachineFromItsMeter() throws Exception {
    Machine machine = new Machine();
    ModelMeter meter = ModelMeter.open(TRUE_HOST, machine, machine, Duration.ofMillis(400));
    List<Double> told = new ArrayList<>();
    PowerCurve curve =
        measured(
            () -> {
              told.clear();
              return new Calibration(meter, machine, machine)
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
            });
    assertThat(told).isEqualTo(Calibration.SHARES);
    assertThat(curve.points()).hasSize(4);
    assertThat(curve.idleWatts()).isCloseTo(50, within(2.0));
    assertThat(curve.watts(0.3)).isCloseTo(80, within(3.0));
    assertThat(curve.busyWatts()).isCloseTo(150, within(3.0));
  }

  /** Held up for a quarter of what is measured behind every other reading, as by other work. */
  private static UseSource heldUp(UseSource machine) {
    return new UseSource() {
      private int readings;

      @Override
      public HostUse read() throws MeterException {
        HostUse read = machine.read();
        long until = System.nanoTime() + (readings++ % 2 == 0 ? 50_000_000 : 0);
        while (System.nanoTime() - until < 0) {
          Thread.onSpinWait();
        }
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
    ModelMeter meter = ModelMeter.open(TRUE_HOST, machine, machine, Duration.ofMillis(400));
    PowerCurve curve =
        measured(
            () ->
                new Calibration(meter, heldUp(machine), machine)
                    .measure(
                        List.of(0.0, 0.5, 0.9),
                        Duration.ofMillis(20),
                        Duration.ofMillis(200),
                        new Calibration.Listener() {
                          @Override
                          public void measuring(double share) {}

                          @Override
                          public void measured(PowerCurve.Point point) {}
                        }));
    assertThat(curve.points()).hasSize(3);
    assertThat(curve.watts(0.5)).isCloseTo(100, within(3.0));
    assertThat(curve.busyWatts()).isCloseTo(150, within(3.0));
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
