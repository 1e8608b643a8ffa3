package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.power.MeterException;
import org.quorate.power.energy.HostMeter;
import org.quorate.power.energy.LiveEnergy;
import org.quorate.power.energy.LiveUse;
import org.quorate.power.energy.MeterRecorder;
import org.quorate.power.energy.SteadyClock;
import org.quorate.study.file.MetersFile;
import org.quorate.study.plan.PowerSettings;

/**
 * The meters of an observed cluster's hosts, read for as long as it is observed, and what they draw
 * for each operation on the observed tables. Used by one thread.
 */
final class ObservedEnergy implements AutoCloseable {
  private static final double JOULES_PER_KILOWATT_HOUR = 3.6e6;
  private static final double SECONDS_PER_HOUR = 3600;

  private final MetersFile file;
  private final SteadyClock clock;
  private final ObservedMeters meters;
  private final LiveEnergy live;
  private final MeterRecorder recorder;
  private Instant counted;
  private int incompleteBefore;

  private ObservedEnergy(
      MetersFile file,
      SteadyClock clock,
      ObservedMeters meters,
      LiveEnergy live,
      MeterRecorder recorder) {
    this.file = file;
    this.clock = clock;
    this.meters = meters;
    this.live = live;
    this.recorder = recorder;
    this.counted = clock.instant();
  }

  /**
   * Opens the meters that a file names, and reads each once.
   *
   * @param environment where credentials may be
   * @param nodes of the cluster
   * @param access to them over JMX, null where there is none
   * @throws MeterException as of {@link ObservedMeters#open}
   * @throws IOException never: readings are kept in memory
   */
  static ObservedEnergy start(
      MetersFile file,
      Map<String, String> environment,
      Collection<Node> nodes,
      @Nullable ManagementAccess access)
      throws MeterException, IOException, InterruptedException {
    SteadyClock clock = SteadyClock.started();
    ObservedMeters meters = ObservedMeters.open(file, environment, nodes, access, clock);
    boolean started = false;
    try {
      LiveEnergy live = new LiveEnergy(meters.meters());
      ObservedEnergy energy =
          new ObservedEnergy(
              file, clock, meters, live, MeterRecorder.start(meters.meters(), clock, live));
      started = true;
      return energy;
    } finally {
      if (!started) {
        meters.close();
      }
    }
  }

  /** How many hosts have meters. */
  long hosts() {
    return meters.meters().stream().map(HostMeter::host).distinct().count();
  }

  /** The shortest time over which joules are divided by operations. */
  Duration shortestWindow() {
    return live.shortestWindow();
  }

  /**
   * The nodes were asked.
   *
   * @param latest what their answers say, and how many readings were incomplete so far
   * @param known whether there was something to take a difference to
   * @param askedAt between the question and the answers, by {@link System#nanoTime()}
   */
  void counted(ClusterReport latest, boolean known, long askedAt) {
    Instant until = clock.at(askedAt);
    double seconds = Duration.between(counted, until).toNanos() / 1e9;
    boolean complete = latest.incompleteReadings() == incompleteBefore;
    incompleteBefore = latest.incompleteReadings();
    live.counted(until, known && complete ? perSecond(latest) * seconds : Double.NaN);
    counted = until;
  }

  /** Reads and writes of all observed tables; NaN where some rate is not known. */
  private static double perSecond(ClusterReport report) {
    double sum = 0;
    for (TableReport table : report.tables()) {
      sum += table.reads().mean() + table.writes().mean();
    }
    return sum;
  }

  /** What is known by now. */
  EnergyReport report() {
    return report(live.use(clock.instant()));
  }

  private EnergyReport report(LiveUse use) {
    return new EnergyReport(
        use,
        file.instances().isEmpty() ? Optional.empty() : Optional.of(ObservedMeters.BOUNDARY),
        file.carbon().flatMap(carbon -> use.perOperation().map(per -> grams(carbon, per))),
        file.carbon().map(PowerSettings.Carbon::source));
  }

  /** ((E I) + M) / R of ISO/IEC 21031. */
  private double grams(PowerSettings.Carbon carbon, LiveUse.PerOperation per) {
    double emitted =
        per.joules() / JOULES_PER_KILOWATT_HOUR * carbon.overhead() * carbon.gramsPerKilowattHour();
    double embodied =
        carbon.embodiedGramsPerHostHour() * hosts() * per.seconds() / SECONDS_PER_HOUR;
    return (emitted + embodied) / per.operations();
  }

  /**
   * Stops reading, once every meter has told of the last count or is out of time.
   *
   * @return what was drawn until then
   * @throws IOException never: readings are kept in memory
   */
  EnergyReport finish() throws IOException, InterruptedException {
    List<String> problems = recorder.finish(counted);
    LiveUse use = live.use(Instant.MAX);
    return report(problems.isEmpty() ? use : use.withNotes(problems));
  }

  @Override
  public void close() {
    recorder.close();
    meters.close();
  }
}
