package org.quorate.study.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.ReadLevels;

/** Which fixed levels a study runs beside its policies that adapt. Stateless. */
public final class FixedLevels {
  private static final String POLICY = "policy";

  private static final Set<String> OF_POLICIES = Set.of(POLICY, "propagation-error", "lost-pairs");

  private FixedLevels() {}

  /** Whether a cell's policy adapts and keeps a tolerance, and each of its reads is sent once. */
  public static boolean isHeldToTolerance(RunSettings run) {
    return run.readPolicy().fixedLevel().isEmpty()
        && run.readPolicy().acceptedRate().isPresent()
        && run.secondRead() == null;
  }

  /**
   * Cells of fixed levels whose other factors have the same levels, but for what only policies that
   * adapt are misled by, in the order of the study.
   */
  public static List<Cell> beside(Study study, Cell cell) {
    List<Cell> fixed = new ArrayList<>();
    study
        .cells()
        .forEach(
            (other, settings) -> {
              if (settings.readPolicy().fixedLevel().isPresent()
                  && cell.levels().containsKey(POLICY)
                  && other.levels().containsKey(POLICY)
                  && setting(cell).equals(setting(other))) {
                fixed.add(other);
              }
            });
    return fixed;
  }

  private static Map<String, String> setting(Cell cell) {
    Map<String, String> setting = new LinkedHashMap<>(cell.levels());
    setting.keySet().removeAll(OF_POLICIES);
    return setting;
  }

  /**
   * Of these the one whose reads ask a single replica, of two such levels the one that policies
   * send; empty where there is none.
   */
  public static Optional<Cell> weakestBeside(Study study, Cell cell) {
    boolean local = settings(study, cell).cluster().dataCenters().size() > 1;
    return beside(study, cell).stream()
        .filter(other -> replicas(study, other) == 1)
        .min(Comparator.comparing(other -> level(study, other).isLocal() != local));
  }

  /** All cells that are the weakest beside a policy with a tolerance. */
  public static Set<Cell> weakest(Study study) {
    Set<Cell> weakest = new LinkedHashSet<>();
    study
        .cells()
        .forEach(
            (cell, settings) -> {
              if (isHeldToTolerance(settings)) {
                weakestBeside(study, cell).ifPresent(weakest::add);
              }
            });
    return weakest;
  }

  /** The level of a cell's reads, which is fixed. */
  public static Level level(Study study, Cell cell) {
    return settings(study, cell).readPolicy().fixedLevel().orElseThrow();
  }

  /** How many replicas a read of a cell asks, whose level is fixed. */
  public static int replicas(Study study, Cell cell) {
    return settings(study, cell).cluster().replicas(level(study, cell));
  }

  /** The levels that there are beside a cell's, of the same kind, with what each means there. */
  public static ReadLevels levels(Study study, Cell cell) {
    RunSettings settings = settings(study, cell);
    Map<String, Integer> replicas = new LinkedHashMap<>();
    ClusterSettings cluster = settings.cluster();
    cluster.dataCenters().keySet().forEach(name -> replicas.put(name, cluster.replicationFactor()));
    Replication replication = new Replication(replicas);
    return ReadLevels.like(
        level(study, cell),
        replication,
        replication.replicasByDataCenter().keySet().iterator().next(),
        settings.writeLevel());
  }

  private static RunSettings settings(Study study, Cell cell) {
    RunSettings settings = study.cells().get(cell);
    if (settings == null) {
      throw new IllegalArgumentException("The study has no cell " + cell.label());
    }
    return settings;
  }
}
