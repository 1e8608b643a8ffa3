package org.quorate.study.prediction;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.core.level.Level;
import org.quorate.core.workload.OperationMix;
import org.quorate.study.plan.Capability;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/**
 * What is known of a cell before it is run, as far as time and energy are predicted from it.
 *
 * @param cell its level of every factor
 * @param stratum its levels of the factors of which models know nothing, as text; cells of two
 *     strata are taken to differ by one factor of time and one of energy
 * @param clients of the closed loop, at least 1
 * @param hosts with a processor and a meter of their own, at least 1
 * @param replicaOperations reads and writes at replicas that one operation of a client causes on
 *     average, above 0
 * @param remoteWait seconds that its coordinator waits for the links to other replicas on average,
 *     at least 0
 */
public record CellFeatures(
    Cell cell,
    String stratum,
    int clients,
    int hosts,
    double replicaOperations,
    double remoteWait) {
  /** The factors whose levels these features tell apart, in the order of documents. */
  public static final List<String> FACTORS =
      List.of(
          "nodes",
          "threads",
          "read-level",
          "write-level",
          "policy",
          "read-proportion",
          "replication-factor",
          "delay");

  private static final Set<String> KNOWN = Set.copyOf(FACTORS);

  /** Checks the numbers. */
  public CellFeatures {
    if (clients < 1 || hosts < 1 || !(replicaOperations > 0) || !(remoteWait >= 0)) {
      throw new IllegalArgumentException(
          "A cell has clients, hosts and operations at replicas, but "
              + cell.label()
              + " has "
              + clients
              + ", "
              + hosts
              + " and "
              + replicaOperations
              + ".");
    }
  }

  /**
   * Those of a cell to which nothing {@linkplain #objection objects}.
   *
   * @throws IllegalArgumentException if something does
   */
  public static CellFeatures of(Cell cell, RunSettings run) {
    objection(run)
        .ifPresent(
            reason -> {
              throw new IllegalArgumentException("Nothing is predicted of a cell " + reason + ".");
            });
    ClusterSettings cluster = run.cluster();
    boolean levels = cluster.can(Capability.LEVELS);
    int copies = levels ? cluster.replicationFactor() : 1;
    int asked = levels ? cluster.replicas(run.readPolicy().fixedLevel().orElse(Level.ONE)) : 1;
    int awaited = levels ? cluster.replicas(run.writeLevel()) : 1;
    OperationMix mix = run.workload().mix();
    double reads = run.emptyTable() ? 0 : mix.read() + mix.scan() + mix.readModifyWrite();
    double writes = run.emptyTable() ? 1 : mix.update() + mix.insert() + mix.readModifyWrite();
    DelayDistribution delay =
        run.linkDelay().equals(RunSettings.NO_DELAY)
            ? DelayDistribution.NONE
            : DelayDistribution.parse(run.linkDelay());
    return new CellFeatures(
        cell,
        stratum(cell),
        run.load().clients(),
        cluster.hosts(),
        reads * asked + writes * copies,
        reads * RemoteWait.seconds(delay, asked - 1, asked - 1)
            + writes * RemoteWait.seconds(delay, copies - 1, awaited - 1));
  }

  /** Why a cell is not predicted, and nothing predicted from it, as the end of a sentence. */
  public static Optional<String> objection(RunSettings run) {
    if (!(run.load() instanceof LoadShape.Closed closed)) {
      return Optional.of("whose operations arrive on a schedule, which decides their time");
    }
    if (closed.targetPerSecond() > 0) {
      return Optional.of("whose clients are held to a target rate, which decides their time");
    }
    if (run.readPolicy().fixedLevel().isEmpty()) {
      return Optional.of("whose read level changes while it runs");
    }
    if (!run.faults().isEmpty()) {
      return Optional.of("with faults");
    }
    if (run.offload() != null) {
      return Optional.of("whose servers rest when they are not needed");
    }
    if (run.cluster().dataCenters().size() > 1) {
      return Optional.of("with several data centres");
    }
    return Optional.empty();
  }

  private static String stratum(Cell cell) {
    List<String> others = new ArrayList<>();
    cell.levels()
        .forEach(
            (factor, level) -> {
              if (!KNOWN.contains(factor)) {
                others.add(factor + " " + level);
              }
            });
    return String.join(", ", others);
  }
}
