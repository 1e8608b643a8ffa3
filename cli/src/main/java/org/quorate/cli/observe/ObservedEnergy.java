package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.core.power.EnergyFactor;
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
public final class ObservedEnergy implements AutoCloseable {
  private static final double SECONDS_PER_HOUR = 3600;

  /** Of a metric's label there are so many values at most. */
  private static final int MOST_DATA_CENTERS = 50;

  private final MetersFile file;
  private final SteadyClock clock;
  private final ObservedMeters meters;
  private final Supplier<Collection<Node>> nodes;
  private final MeteredNodes metered;
  private final LiveEnergy live;
  private final MeterRecorder recorder;
  private Map<String, MeteredNodes.Center> centers = Map.of();
  private Instant counted;

  private ObservedEnergy(
      MetersFile file,
      SteadyClock clock,
      ObservedMeters meters,
      Supplier<Collection<Node>> nodes,
      MeteredNodes metered,
      LiveEnergy live,
      MeterRecorder recorder) {
    this.file = file;
    this.clock = clock;
    this.meters = meters;
    this.nodes = nodes;
    this.metered = metered;
    this.live = live;
    this.recorder = recorder;
    this.counted = clock.instant();
  }

  /**
   * Finds out, without opening anything, whether a file's meters can be had.
   *
   * @throws MeterException as of {@link ObservedMeters#check}
   */
  public static void check(
      MetersFile file, Map<String, String> environment, @Nullable ManagementAccess access)
      throws MeterException {
    ObservedMeters.check(file, environment, access);
  }

  /**
   * Opens the meters that a file names, and reads each once.
   *
   * @param environment where credentials may be
   * @param nodes of the cluster, whenever it is asked; those that join later have no meter
   * @param access to them over JMX, null where there is none
   * @throws MeterException as of {@link ObservedMeters#open}
   * @throws IOException never: readings are kept in memory
   */
  public static ObservedEnergy start(
      MetersFile file,
      Map<String, String> environment,
      Supplier<Collection<Node>> nodes,
      @Nullable ManagementAccess access)
      throws MeterException, IOException, InterruptedException {
    SteadyClock clock = SteadyClock.started();
    ObservedMeters meters = ObservedMeters.open(file, environment, nodes.get(), access, clock);
    boolean started = false;
    try {
      MeteredNodes metered = MeteredNodes.of(file, meters.meters(), nodes.get());
      LiveEnergy live =
          new LiveEnergy(
              meters.meters(),
              metered.dataCenters(),
              file.carbon()
                  .map(PowerSettings.Carbon::gramsPerKilowattHour)
                  .orElse(EnergyFactor.Constant.UNKNOWN));
      ObservedEnergy energy =
          new ObservedEnergy(
              file,
              clock,
              meters,
              nodes,
              metered,
              live,
              MeterRecorder.start(meters.meters(), clock, live));
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
   * @param rates what their answers say
   * @param askedAt between the question and the answers, by {@link System#nanoTime()}
   */
  public void counted(OperationRates rates, long askedAt) {
    Instant until = clock.at(askedAt);
    double seconds = Duration.between(counted, until).toNanos() / 1e9;
    Map<String, Double> ofCenters = new HashMap<>();
    centers = metered.centers(nodes.get());
    centers.forEach(
        (name, center) -> {
          if (center.isWhole()) {
            ofCenters.put(name, rates.of(name) * seconds);
          }
        });
    live.counted(until, rates.all() * seconds, ofCenters);
    counted = until;
  }

  /** What is known by now, of the nodes that there were at the latest count. */
  public EnergyReport report() {
    return report(live.use(clock.instant()));
  }

  private EnergyReport report(LiveUse use) {
    return new EnergyReport(
        use.withNotes(placement()),
        dataCenters(),
        file.instances().isEmpty() ? Optional.empty() : Optional.of(ObservedMeters.BOUNDARY),
        file.carbon().flatMap(carbon -> grams(carbon, use.emitted())),
        file.carbon().map(PowerSettings.Carbon::source));
  }

  private List<DataCenterEnergy> dataCenters() {
    if (metered.dataCenters().isEmpty()) {
      return List.of();
    }
    Map<String, LiveUse> uses = live.useOfGroups();
    return centers.entrySet().stream()
        .limit(MOST_DATA_CENTERS)
        .map(
            center ->
                new DataCenterEnergy(
                    center.getKey(),
                    Optional.ofNullable(uses.get(center.getKey())),
                    center.getValue().nodes(),
                    center.getValue().unmetered()))
        .toList();
  }

  /** What must be known of hosts whose data centre is not, where that of others is or matters. */
  private List<String> placement() {
    List<String> notes = new ArrayList<>();
    if (centers.size() > 1 || !metered.dataCenters().isEmpty()) {
      notes.addAll(metered.notes());
    }
    if (centers.size() > MOST_DATA_CENTERS) {
      notes.add("Of " + centers.size() + " data centres " + MOST_DATA_CENTERS + " are told.");
    }
    return notes;
  }

  /** ((E I) + M) / R of ISO/IEC 21031. */
  private Optional<Double> grams(PowerSettings.Carbon carbon, LiveUse.Emitted emitted) {
    double embodied =
        carbon.embodiedGramsPerHostHour() * hosts() * emitted.seconds() / SECONDS_PER_HOUR;
    return emitted.operations() > 0
        ? Optional.of((emitted.grams() * carbon.overhead() + embodied) / emitted.operations())
        : Optional.empty();
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
