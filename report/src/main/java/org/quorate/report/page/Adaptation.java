package org.quorate.report.page;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.policy.StalenessModels;
import org.quorate.report.format.Numbers;
import org.quorate.study.result.DecisionPoint;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StudySummary;

/** What a report says of policies that choose the level, and of the models that they rest on. */
final class Adaptation {
  private static final double WHOLE = 0.9995;

  private Adaptation() {}

  /** The models that some cell has an estimate of, the known ones first. */
  static List<String> models(List<CellSummary> cells) {
    Set<String> found = new LinkedHashSet<>();
    cells.forEach(
        cell -> {
          found.addAll(cell.estimatedStaleAtOne().keySet());
          found.addAll(cell.estimatedStaleAtLevel().keySet());
        });
    List<String> models = new ArrayList<>(StalenessModels.names());
    models.retainAll(found);
    found.stream().filter(model -> !models.contains(model)).forEach(models::add);
    return models;
  }

  static boolean watched(CellSummary cell) {
    return !cell.estimatedStaleAtOne().isEmpty()
        || !cell.estimatedStaleAtLevel().isEmpty()
        || !cell.levelShares().isEmpty();
  }

  /** The policy that chose the level of a cell's reads; empty where the level was fixed. */
  static Optional<ConsistencyPolicy> policy(StudySummary study, Map<String, String> cell) {
    String text =
        cell.getOrDefault(
            "policy",
            cell.getOrDefault("read-level", study.settings().getOrDefault("read level", "")));
    try {
      return Optional.of(PolicyParser.parse(text)).filter(parsed -> parsed.fixedLevel().isEmpty());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The only level that reads of the cell were sent at, if it was one. */
  static Optional<String> onlyLevel(CellSummary cell) {
    return cell.levelShares().entrySet().stream()
        .filter(share -> share.getValue() >= WHOLE)
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /** {@code ALL 80 %, ONE 20 %}, the most frequent first. */
  static String shares(CellSummary cell) {
    return cell.levelShares().entrySet().stream()
        .filter(share -> share.getValue() > 0)
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .map(share -> share.getKey() + "\u00a0" + Numbers.wholePercent(share.getValue()))
        .collect(Collectors.joining(", "));
  }

  static List<DecisionPoint> decisions(RunResult run) {
    MonitorResult monitor = run.monitor();
    return monitor == null ? List.of() : monitor.decisions();
  }
}
