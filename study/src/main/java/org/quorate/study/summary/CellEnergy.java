package org.quorate.study.summary;

import java.util.List;
import org.jspecify.annotations.Nullable;

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
  /**
   * One host. Smallest and largest are over all whole seconds of all runs.
   *
   * @param nodes the servers on it
   * @param utilisation of its processors, 0 to about 1; null where it is not known
   */
  public record Host(String host, List<String> nodes, Range watts, @Nullable Range utilisation) {}

  /** Smallest, mean and largest of many seconds. */
  public record Range(double smallest, double mean, double largest) {}
}
