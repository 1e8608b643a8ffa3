package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.EnergyFactor;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.RunResult;

/**
 * The energy of one cell over its runs. Joules are those of all hosts of the cluster together.
 *
 * @param estimated whether a power model made a part of it, so that every number here is an
 *     estimate
 * @param relativeError how far off the joules may be, as a share of them; 0 where all are measured
 * @param seconds length of one run
 * @param joules of one run
 * @param joulesPerOperation over operations that succeeded
 * @param dynamicJoulesPerOperation what lies above the idle baseline, over the same; nothing known
 *     without a baseline
 * @param joulesPerFreshRead all joules over reads that succeeded and were not stale; nothing known
 *     without a history
 * @param freshOperationsPerJoule ConsistencySLA over EnergyBudget (García-Recuero 2014) with the
 *     promise that no read is stale: operations that succeeded, stale reads left out, over all
 *     joules
 * @param meanWatts of all hosts together
 * @param idleWatts of all hosts together without load; nothing known without a baseline
 * @param hosts each host over all runs
 * @param costPerMillionOperations in {@code currency}; null where no price was given
 * @param gramsPerMillionOperations of CO2 equivalent by the software carbon intensity of ISO/IEC
 *     21031; null where no intensity was given
 * @param notes what readers must know of these runs' energy, each once
 */
public record CellEnergy(
    boolean estimated,
    double relativeError,
    Mean seconds,
    Mean joules,
    Mean joulesPerOperation,
    Mean dynamicJoulesPerOperation,
    Mean joulesPerFreshRead,
    Mean freshOperationsPerJoule,
    Mean meanWatts,
    Mean idleWatts,
    List<Host> hosts,
    @Nullable Mean costPerMillionOperations,
    @Nullable String currency,
    @Nullable Mean gramsPerMillionOperations,
    List<String> notes) {
  private static final double MILLION = 1e6;
  private static final double SECONDS_PER_HOUR = 3600;

  /**
   * One host. Smallest and largest are over all whole seconds of all runs.
   *
   * @param nodes the servers on it
   * @param utilisation of its processors, 0 to about 1; null where it is not known
   */
  public record Host(String host, List<String> nodes, Range watts, @Nullable Range utilisation) {}

  /** Smallest, mean and largest of many seconds. */
  public record Range(double smallest, double mean, double largest) {}

  /**
   * What the runs of one cell drew.
   *
   * @param label of the cell, for notes
   * @param power how the study accounts for energy, or null
   * @return null where no run has an energy
   */
  public static @Nullable CellEnergy of(
      String label, List<RunResult> runs, @Nullable PowerSettings power) {
    List<RunResult> known = runs.stream().filter(run -> run.energy() != null).toList();
    if (known.isEmpty()) {
      return null;
    }
    List<EnergyResult> energies =
        known.stream().map(RunResult::energy).filter(Objects::nonNull).toList();
    PowerSettings.Price price = power == null ? null : power.price();
    PowerSettings.Carbon carbon = power == null ? null : power.carbon();
    Set<String> notes = new LinkedHashSet<>(AfterNotes.of(label, energies));
    energies.forEach(energy -> energy.hosts().forEach(host -> notes.addAll(host.notes())));
    if (price != null) {
      if (!(price.perKilowattHour() instanceof EnergyFactor.Constant)) {
        notes.add("Prices are those of the file of hours, by the hour in UTC.");
      }
      noteUnknownHours(label, "cost", price.perKilowattHour(), energies, notes);
    }
    if (carbon != null) {
      notes.add("What electricity emits is quoted: " + carbon.source() + ".");
      noteUnknownHours(label, "carbon", carbon.gramsPerKilowattHour(), energies, notes);
    }
    return new CellEnergy(
        energies.stream().anyMatch(EnergyResult::isEstimated),
        energies.stream().mapToDouble(EnergyResult::relativeError).max().orElse(0),
        mean(known, run -> energy(run).seconds()),
        mean(known, Measure.ENERGY),
        mean(known, Measure.ENERGY_PER_OPERATION),
        mean(known, Measure.DYNAMIC_ENERGY_PER_OPERATION),
        mean(known, Measure.ENERGY_PER_FRESH_READ),
        mean(known, Measure.FRESH_OPERATIONS_PER_JOULE),
        mean(known, Measure.MEAN_POWER),
        mean(known, CellEnergy::idleWatts),
        hosts(energies),
        price == null ? null : mean(known, run -> cost(run, price)),
        price == null ? null : price.currency(),
        carbon == null ? null : mean(known, run -> grams(run, carbon)),
        List.copyOf(notes));
  }

  private static EnergyResult energy(RunResult run) {
    return Objects.requireNonNull(run.energy());
  }

  private static @Nullable Double idleWatts(RunResult run) {
    EnergyResult energy = energy(run);
    return energy.idleWatts().size() < energy.hosts().size()
        ? null
        : energy.idleWatts().values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static @Nullable Double cost(RunResult run, PowerSettings.Price price) {
    return run.countedOperations() == 0
        ? null
        : known(energy(run).times(price.perKilowattHour()) / run.countedOperations() * MILLION);
  }

  private static @Nullable Double known(double value) {
    return Double.isNaN(value) ? null : Double.valueOf(value);
  }

  /** What runs are left out of, since nobody has said it for all of their hours. */
  private static void noteUnknownHours(
      String label,
      String what,
      EnergyFactor factor,
      List<EnergyResult> energies,
      Set<String> notes) {
    long unknown = energies.stream().filter(energy -> Double.isNaN(energy.times(factor))).count();
    if (unknown > 0) {
      notes.add(
          "Of "
              + unknown
              + " of "
              + energies.size()
              + " runs ("
              + label
              + ") the "
              + what
              + " is not known, and left out: the file of hours lacks an hour (UTC) that they ran"
              + " in.");
    }
  }

  /** ((E I) + M) / R with E at the site's overhead, per million operations. */
  private static @Nullable Double grams(RunResult run, PowerSettings.Carbon carbon) {
    if (run.countedOperations() == 0) {
      return null;
    }
    EnergyResult energy = energy(run);
    double operational = energy.times(carbon.gramsPerKilowattHour()) * carbon.overhead();
    double embodied =
        energy.wholeHosts()
            * (energy.seconds() + energy.afterSeconds())
            / SECONDS_PER_HOUR
            * carbon.embodiedGramsPerHostHour();
    return known((operational + embodied) / run.countedOperations() * MILLION);
  }

  private static List<Host> hosts(List<EnergyResult> energies) {
    Map<String, List<HostResult>> byHost = new LinkedHashMap<>();
    energies.forEach(
        energy ->
            energy
                .hosts()
                .forEach(
                    host -> byHost.computeIfAbsent(host.host(), h -> new ArrayList<>()).add(host)));
    List<Host> hosts = new ArrayList<>();
    byHost.forEach(
        (name, each) -> {
          Range watts = range(each, HostResult::wattsBySecond);
          if (watts != null) {
            hosts.add(
                new Host(
                    name,
                    each.get(0).nodes(),
                    watts,
                    range(each, HostResult::utilisationBySecond)));
          }
        });
    return hosts;
  }

  private static @Nullable Range range(
      List<HostResult> runs, Function<HostResult, List<Double>> seconds) {
    DoubleSummaryStatistics all =
        runs.stream()
            .flatMap(run -> seconds.apply(run).stream())
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    return all.getCount() == 0 ? null : new Range(all.getMin(), all.getAverage(), all.getMax());
  }

  private static Mean mean(List<RunResult> runs, Measure measure) {
    return Mean.of(measure.of(runs));
  }

  private static Mean mean(List<RunResult> runs, Function<RunResult, @Nullable Double> ofRun) {
    return Mean.of(runs.stream().map(ofRun).filter(Objects::nonNull).toList());
  }
}
