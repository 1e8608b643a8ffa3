package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.statistics.PairedRatio;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.Part;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.Mean;

/**
 * Compares each adaptive policy with each fixed level over all settings of its part, since the
 * papers state one number for all of theirs. Runs with second reads are left out: those change what
 * is measured. Pure.
 */
final class Gains {
  private static final String POLICY = "policy";
  private static final int FEWEST_PAIRS = 2;

  private final Study study;
  private final Map<Cell, List<RunResult>> runs = new LinkedHashMap<>();

  private Gains(Study study, List<RunResult> results) {
    this.study = study;
    for (RunResult run : results) {
      runs.computeIfAbsent(new Cell(run.cell()), any -> new ArrayList<>()).add(run);
    }
  }

  /** Gains, part by part; none for a study that has no adaptive policy beside a fixed level. */
  static List<Gain> of(Study study, List<RunResult> results) {
    return new Gains(study, results).all();
  }

  private List<Gain> all() {
    List<Gain> gains = new ArrayList<>();
    for (Part part : study.parts()) {
      List<String> policies = part.factors().getOrDefault(POLICY, List.of());
      boolean readsTwice = part.cells().stream().anyMatch(cell -> readsTwice(cell));
      if (readsTwice) {
        continue;
      }
      for (String policy : policies.stream().filter(PolicyParser::isAdaptive).toList()) {
        for (String level :
            policies.stream().filter(each -> !PolicyParser.isAdaptive(each)).toList()) {
          gain(part, policy, level).ifPresent(gains::add);
        }
      }
    }
    return gains;
  }

  private static boolean readsTwice(Cell cell) {
    String second = cell.levels().get("second-read");
    return second != null && !second.equals("none");
  }

  private Optional<Gain> gain(Part part, String policy, String level) {
    List<RunPair> pairs = new ArrayList<>();
    Set<Cell> settings = new LinkedHashSet<>();
    for (Cell cell : part.cells()) {
      if (!policy.equals(cell.levels().get(POLICY))) {
        continue;
      }
      Cell other = cell.with(Map.of(POLICY, level));
      for (RunResult run : runs.getOrDefault(cell, List.of())) {
        RunResult partner = partner(run, other);
        if (partner != null) {
          settings.add(cell);
          pairs.add(new RunPair(run, partner));
        }
      }
    }
    if (pairs.size() < FEWEST_PAIRS) {
      return Optional.empty();
    }
    return IndependentSamples.of(pairs).sides(RunResult::achievedPerSecond).logRatio().stream()
        .map(
            ratio ->
                gain(
                    new Gain(
                        policy,
                        level,
                        context(part),
                        settings.size(),
                        pairs.size(),
                        Mean.of(ratio, ratio.logarithms().difference().blocks()),
                        null,
                        0,
                        0,
                        0,
                        0),
                    pairs))
        .findFirst();
  }

  /** The same with what is known of stale reads. */
  private static Gain gain(Gain gain, List<RunPair> pairs) {
    List<RunPair> judged =
        pairs.stream()
            .filter(pair -> pair.runs().allMatch(run -> run.staleness() != null))
            .toList();
    long stale = sum(judged, RunPair::of, StalenessResult::staleReads);
    long staleAgainst = sum(judged, RunPair::against, StalenessResult::staleReads);
    IndependentSamples.Sides rates =
        IndependentSamples.of(judged)
            .means(run -> Objects.requireNonNull(run.staleness()).staleRate());
    return new Gain(
        gain.policy(),
        gain.against(),
        gain.context(),
        gain.settings(),
        gain.pairs(),
        gain.throughput(),
        staleAgainst == 0
            ? null
            : Mean.of(
                PairedRatio.of(rates.of(), rates.against(), Mean.CONFIDENCE), rates.of().size()),
        stale,
        sum(judged, RunPair::of, StalenessResult::reads),
        staleAgainst,
        sum(judged, RunPair::against, StalenessResult::reads));
  }

  private static long sum(
      List<RunPair> pairs,
      Function<RunPair, RunResult> side,
      ToLongFunction<StalenessResult> count) {
    return pairs.stream()
        .map(side)
        .map(run -> Objects.requireNonNull(run.staleness()))
        .mapToLong(count)
        .sum();
  }

  /** The run of another cell in the same repetition. */
  private @Nullable RunResult partner(RunResult run, Cell other) {
    return runs.getOrDefault(other, List.of()).stream()
        .filter(each -> each.repetition() == run.repetition())
        .min(Comparator.comparingInt(RunResult::sequence))
        .orElse(null);
  }

  /** Factors with one level in this part and another one in some other part. */
  private Map<String, String> context(Part part) {
    Map<String, String> context = new LinkedHashMap<>();
    part.factors()
        .forEach(
            (factor, levels) -> {
              if (levels.size() == 1
                  && study.factors().getOrDefault(factor, List.of()).size() > 1) {
                context.put(factor, levels.get(0));
              }
            });
    return context;
  }
}
