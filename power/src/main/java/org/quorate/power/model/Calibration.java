package org.quorate.power.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.PowerCurve;
import org.quorate.power.MeterException;
import org.quorate.power.PowerMeter;
import org.quorate.power.energy.GapRule;
import org.quorate.power.energy.HostEnergies;
import org.quorate.power.energy.HostEnergy;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.MeterRecorder;
import org.quorate.power.energy.SteadyClock;
import org.quorate.power.energy.Window;

/**
 * Finds the curve of a machine with a meter: the machine is loaded to some shares of its
 * processors, and at each the meter's mean power and the utilisation that was really reached are
 * taken. Idle, 10, 50 and 100 % are enough to predict the loads between within a few per cent.
 */
public final class Calibration {
  /** The shares that are measured unless told otherwise. */
  public static final List<Double> SHARES = List.of(0.0, 0.1, 0.5, 1.0);

  /** A reading of the use that took no longer is near enough to one instant. */
  private static final Duration SHORT_READING = Duration.ofMillis(1);

  private static final Duration LONGEST_READING = Duration.ofSeconds(1);
  private static final int MOST_READINGS = 20;

  private final HostMeter meter;
  private final UseSource use;
  private final ProcessorLoad load;
  private final SteadyClock clock;
  private final Pause pause;

  /** Lets time pass by the clock. */
  interface Pause {
    /** Returns when so much has passed. */
    void last(Duration time) throws InterruptedException;
  }

  /** Something that keeps a share of the machine's processors busy. */
  public interface ProcessorLoad extends AutoCloseable {
    /** Keeps a share, 0 to 1, of all processors busy until told otherwise. */
    void keep(double share);

    @Override
    void close();
  }

  /** Told of every step. */
  public interface Listener {
    /** A share, 0 to 1, is measured next. */
    void measuring(double share);

    /** What was measured. */
    void measured(PowerCurve.Point point);
  }

  /**
   * Prepares a calibration of the machine that the meter, the use and the load belong to.
   *
   * @param clock that the meter tells the time by
   */
  public Calibration(PowerMeter meter, UseSource use, ProcessorLoad load, SteadyClock clock) {
    this(meter, use, load, clock, time -> Thread.sleep(time.toMillis()));
  }

  /**
   * @param clock by which measurements last as long as they should
   */
  Calibration(PowerMeter meter, UseSource use, ProcessorLoad load, SteadyClock clock, Pause pause) {
    this.meter = HostMeter.of("host", meter);
    this.use = use;
    this.load = load;
    this.clock = clock;
    this.pause = pause;
  }

  /**
   * Measures.
   *
   * @param settle how long a share is held before it is measured, so that fans and clocks settle
   * @param measure how long it is measured
   * @return the curve through the measured points, of which the first and last are moved to
   *     utilisations 0 and 1 along the line to their neighbour
   * @throws MeterException when the meter fails, cannot be believed, or tells of less power under
   *     more load
   */
  public PowerCurve measure(
      List<Double> shares, Duration settle, Duration measure, Listener listener)
      throws MeterException, InterruptedException {
    TreeMap<Double, Double> watts = new TreeMap<>();
    for (double share : shares) {
      listener.measuring(share);
      load.keep(share);
      pause.last(settle);
      PowerCurve.Point point = point(measure);
      listener.measured(point);
      watts.put(point.utilisation(), point.watts());
    }
    load.keep(0);
    return curve(watts);
  }

  private PowerCurve.Point point(Duration length) throws MeterException, InterruptedException {
    try {
      Path log = Files.createTempFile("quorate-calibration", ".csv");
      try (MeterRecorder recorder = MeterRecorder.start(List.of(meter), clock, log)) {
        TimedUse before = timedUse();
        pause.last(length);
        TimedUse after = timedUse();
        recorder.finish(after.at());
        Window window = new Window(before.at(), after.at());
        HostEnergy energy = HostEnergies.of(log, List.of(meter), window, GapRule.REFUSE).get(0);
        if (energy.refusal().isPresent()) {
          throw new MeterException(energy.refusal().get());
        }
        double busy = after.use().processorSeconds() - before.use().processorSeconds();
        return new PowerCurve.Point(
            Math.min(1, busy / (window.seconds() * use.cores())),
            energy.joules() / window.seconds());
      } finally {
        Files.deleteIfExists(log);
      }
    } catch (IOException e) {
      throw new MeterException("What the meter says cannot be kept: " + e.getMessage() + ".", e);
    }
  }

  /** What was used until an instant. */
  private record TimedUse(HostUse use, Instant at) {}

  /**
   * What is used, with its instant: a busy machine may stop this thread between the two, so of some
   * readings the one counts that took the shortest.
   */
  private TimedUse timedUse() throws MeterException {
    @Nullable TimedUse best = null;
    Duration shortest = LONGEST_READING;
    for (int i = 0; i < MOST_READINGS && shortest.compareTo(SHORT_READING) > 0; i++) {
      Instant begun = clock.instant();
      HostUse read = use.read();
      Duration took = Duration.between(begun, clock.instant());
      if (took.compareTo(shortest) < 0) {
        best = new TimedUse(read, begun.plus(took.dividedBy(2)));
        shortest = took;
      }
    }
    if (best == null) {
      throw new MeterException(
          "What the processors do could not be read within a second, "
              + MOST_READINGS
              + " times; let nothing else run during the calibration.");
    }
    return best;
  }

  static PowerCurve curve(SortedMap<Double, Double> watts) throws MeterException {
    List<PowerCurve.Point> measured = new ArrayList<>();
    watts.forEach((utilisation, power) -> measured.add(new PowerCurve.Point(utilisation, power)));
    if (measured.size() < 2) {
      throw new MeterException(
          "All loads reached the same utilisation, so that no curve follows; is the machine busy?");
    }
    for (int i = 1; i < measured.size(); i++) {
      if (measured.get(i).watts() < measured.get(i - 1).watts()) {
        throw new MeterException(
            "The meter told of less power under more load ("
                + measured.get(i - 1)
                + ", "
                + measured.get(i)
                + "): it is not this machine's, or other work disturbed the calibration.");
      }
    }
    int last = measured.size() - 1;
    List<PowerCurve.Point> points = new ArrayList<>();
    points.add(new PowerCurve.Point(0, along(measured.get(0), measured.get(1), 0)));
    points.addAll(measured.subList(1, last));
    points.add(new PowerCurve.Point(1, along(measured.get(last - 1), measured.get(last), 1)));
    return new PowerCurve(points);
  }

  private static double along(PowerCurve.Point first, PowerCurve.Point second, double at) {
    double slope = (second.watts() - first.watts()) / (second.utilisation() - first.utilisation());
    return first.watts() + slope * (at - first.utilisation());
  }
}
