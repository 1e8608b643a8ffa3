package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyRatio;
import org.quorate.core.statistics.PairedLogRatio;
import org.quorate.study.measure.Measure;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.Mean;

/**
 * What chance is reckoned over: independent samples of how two things differ, each an average of
 * the pairs of runs that share something.
 *
 * <p>Where both runs of a pair met the same cluster, a sample is a block: pairs of one repetition
 * in several settings share whatever the machine did meanwhile. Where the two are compared on
 * clusters that were started apart, as those of a factor that says what a cluster is made of, a
 * sample is a start of these clusters: however many blocks are run on them, what differs between
 * two starts of one cluster stays in all of them. Starts that have a cluster in common are one
 * sample.
 *
 * @param pairs of each sample, at least one each
 * @param acrossClusters whether samples are starts of clusters
 */
record IndependentSamples(List<List<RunPair>> pairs, boolean acrossClusters) {
  /** Why one start of each cluster shows nothing. */
  static final String ONE_START =
      "one start of each cluster: what differs between two starts of one cluster cannot be told from"
          + " it; with runs: restart-every clusters are started anew";

  /**
   * One number of each sample, for both sides.
   *
   * @param of what is compared
   * @param against what it is compared with, in the same order
   * @param areGeometric whether every number has a logarithm, so that these are geometric means
   */
  record Sides(List<Double> of, List<Double> against, boolean areGeometric) {
    /** Empty where a number has no logarithm, and where there is no sample. */
    Optional<PairedLogRatio> logRatio() {
      return of.isEmpty() || !areGeometric
          ? Optional.empty()
          : PairedLogRatio.ifPositive(against, of, Mean.CONFIDENCE);
    }
  }

  /** Sorts pairs into samples, those of one setting or of several. */
  static IndependentSamples of(List<RunPair> pairs) {
    boolean acrossClusters = !pairs.isEmpty() && pairs.stream().allMatch(RunPair::isAcrossClusters);
    return new IndependentSamples(
        List.copyOf(acrossClusters ? byStart(pairs) : byBlock(pairs)), acrossClusters);
  }

  private static Collection<List<RunPair>> byBlock(List<RunPair> pairs) {
    Map<Integer, List<RunPair>> blocks = new TreeMap<>();
    for (RunPair pair : pairs) {
      blocks.computeIfAbsent(pair.of().repetition(), block -> new ArrayList<>()).add(pair);
    }
    return blocks.values();
  }

  private static Collection<List<RunPair>> byStart(List<RunPair> pairs) {
    Map<Integer, Integer> parents = new HashMap<>();
    for (RunPair pair : pairs) {
      int one = root(parents, pair.of().session());
      int other = root(parents, pair.against().session());
      parents.put(Math.max(one, other), Math.min(one, other));
    }
    Map<Integer, List<RunPair>> starts = new TreeMap<>();
    for (RunPair pair : pairs) {
      starts
          .computeIfAbsent(root(parents, pair.of().session()), start -> new ArrayList<>())
          .add(pair);
    }
    return starts.values();
  }

  private static int root(Map<Integer, Integer> parents, int session) {
    int root = session;
    while (parents.getOrDefault(root, root) != root) {
      root = parents.getOrDefault(root, root);
    }
    return root;
  }

  /**
   * The geometric means of each sample's runs, so that the ratio of a sample is the geometric mean
   * of its pairs' ratios; their means where a number has no logarithm.
   *
   * @param measure that every run has
   */
  Sides sides(Function<RunResult, @Nullable Double> measure) {
    List<Double> all = new ArrayList<>();
    for (List<RunPair> sample : pairs) {
      for (RunPair pair : sample) {
        pair.runs().map(measure).map(Objects::requireNonNull).forEach(all::add);
      }
    }
    return all.stream().allMatch(number -> number > 0 && Double.isFinite(number))
        ? each(measure, Math::log, Math::exp, true)
        : means(measure);
  }

  /** The means of each sample's runs, for what is compared by its differences. */
  Sides means(Function<RunResult, @Nullable Double> measure) {
    return each(measure, number -> number, mean -> mean, false);
  }

  /**
   * The ratio of a measure of energy, with what it may be off by; empty of any other measure, and
   * where a number has no logarithm.
   *
   * @param number of the measure, which every run has
   */
  Optional<EnergyRatio> energyRatio(Measure measure, Function<RunResult, @Nullable Double> number) {
    List<RunResult> runs = pairs.stream().flatMap(List::stream).flatMap(RunPair::runs).toList();
    return measure.isEnergy()
        ? sides(number)
            .logRatio()
            .map(
                ratio ->
                    Replays.energyRatio(
                        ratio,
                        measure,
                        runs,
                        change -> sides(run -> number.apply(change.apply(run))).logRatio()))
        : Optional.empty();
  }

  private Sides each(
      Function<RunResult, @Nullable Double> measure,
      DoubleUnaryOperator scale,
      DoubleUnaryOperator back,
      boolean areGeometric) {
    List<Double> of = new ArrayList<>();
    List<Double> against = new ArrayList<>();
    for (List<RunPair> sample : pairs) {
      of.add(mean(sample.stream().map(RunPair::of).map(measure).toList(), scale, back));
      against.add(mean(sample.stream().map(RunPair::against).map(measure).toList(), scale, back));
    }
    return new Sides(of, against, areGeometric);
  }

  private static double mean(
      List<@Nullable Double> numbers, DoubleUnaryOperator scale, DoubleUnaryOperator back) {
    if (numbers.size() == 1) {
      // Exactly the number, not what is left of it after a logarithm.
      return Objects.requireNonNull(numbers.get(0));
    }
    return back.applyAsDouble(
        numbers.stream()
            .mapToDouble(number -> scale.applyAsDouble(Objects.requireNonNull(number)))
            .average()
            .orElseThrow());
  }
}
