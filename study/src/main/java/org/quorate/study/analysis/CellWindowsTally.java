package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.quorate.study.result.MonitorResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.RunWindows;
import org.quorate.study.result.WindowCounts;
import org.quorate.study.result.WindowFiles;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.FaultPhase;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.WindowVerdict;

/** Adds up the windows of one cell's runs. Not thread-safe. */
final class CellWindowsTally {
  private static final double NANOS_PER_MILLI = 1e6;

  private final OptionalDouble tolerance;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<RunWindows> windows = new ArrayList<>();
  private final List<List<PhaseTimes>> times = new ArrayList<>();
  private final SortedMap<Integer, DoubleSummaryStatistics> readP99 = new TreeMap<>();

  /** Service times of one phase of one run. */
  private record PhaseTimes(Histogram reads, Histogram writes) {
    PhaseTimes() {
      this(new Histogram(2), new Histogram(2));
    }
  }

  /**
   * @param tolerance by which windows are judged; empty where none is stated
   */
  CellWindowsTally(OptionalDouble tolerance) {
    this.tolerance = tolerance;
  }

  /**
   * Adds a run.
   *
   * @return takes the service times of the run's windows, each with its tag and the start of its
   *     second in ms; they matter only where the run has faults
   */
  Consumer<Histogram> add(RunResult run, RunWindows ofRun) {
    runs.add(run);
    windows.add(ofRun);
    int phases = FaultTimes.instants(run).size() + 1;
    List<PhaseTimes> ofPhases = new ArrayList<>();
    for (int phase = 0; phase < phases; phase++) {
      ofPhases.add(new PhaseTimes());
    }
    times.add(ofPhases);
    return interval -> {
      int second = (int) (interval.getStartTimeStamp() / 1000);
      int phase = phases - 1;
      while (phase > 0 && FaultTimes.start(run, phase) > second) {
        phase--;
      }
      boolean isReads = WindowFiles.READS.equals(interval.getTag());
      (isReads ? ofPhases.get(phase).reads() : ofPhases.get(phase).writes()).add(interval);
      if (isReads && phases > 1) {
        readP99
            .computeIfAbsent(second, first -> new DoubleSummaryStatistics())
            .accept(p99(interval));
      }
    };
  }

  /** What all runs say together; null where none has windows. */
  @Nullable CellWindows summary() {
    if (runs.isEmpty()) {
      return null;
    }
    return new CellWindows(
        tolerance.isPresent() ? tolerance.getAsDouble() : null,
        verdicts(),
        runs.stream().mapToDouble(RunResult::seconds).average().orElseThrow(),
        windows.stream().reduce(new RunWindows(new TreeMap<>()), RunWindows::plus).seconds(),
        bySecond(),
        Mean.ofPositive(
            IntStream.range(0, runs.size())
                .mapToObj(i -> askedPerRead(runs.get(i), windows.get(i)))
                .filter(Double::isFinite)
                .toList()),
        FaultTimes.of(runs),
        phases());
  }

  /** Replicas that were asked for each read of a run, by it and by its policy beside it. */
  static double askedPerRead(RunResult run, RunWindows ofRun) {
    WindowCounts whole = ofRun.between(Integer.MIN_VALUE, Integer.MAX_VALUE);
    return whole.replicaReadsPerRead()
        + (double) MonitorResult.addedByPolicy(run.monitor()) / whole.allReads();
  }

  private static Mean over(List<WindowCounts> ofRuns, ToDoubleFunction<WindowCounts> number) {
    return Mean.ofPositive(
        ofRuns.stream().map(number::applyAsDouble).filter(Double::isFinite).toList());
  }

  private List<WindowVerdict> verdicts() {
    List<WindowVerdict> verdicts = new ArrayList<>();
    if (tolerance.isPresent()) {
      for (int width : WindowVerdict.WIDTHS) {
        WindowVerdict verdict = WindowVerdict.of(width, tolerance.getAsDouble(), runs, windows);
        if (verdict.windows() > 0) {
          verdicts.add(verdict);
        }
      }
    }
    return verdicts;
  }

  private List<FaultPhase> phases() {
    int instants = runs.stream().mapToInt(run -> FaultTimes.instants(run).size()).min().orElse(0);
    List<FaultPhase> phases = new ArrayList<>();
    for (int phase = 0; instants > 0 && phase <= instants; phase++) {
      phases.add(phase(phase, phase == instants));
    }
    return phases;
  }

  private FaultPhase phase(int phase, boolean last) {
    List<WindowCounts> counts = new ArrayList<>();
    List<Double> succeeded = new ArrayList<>();
    double from = 0;
    double to = 0;
    for (int i = 0; i < runs.size(); i++) {
      RunResult run = runs.get(i);
      int start = FaultTimes.start(run, phase);
      double end = last ? run.seconds() : FaultTimes.start(run, phase + 1);
      WindowCounts ofRun =
          windows
              .get(i)
              .between(
                  phase == 0 ? Integer.MIN_VALUE : start, last ? Integer.MAX_VALUE : (int) end);
      counts.add(ofRun);
      from += start;
      to += end;
      if (end > start) {
        succeeded.add((ofRun.reads() + ofRun.writes()) / (end - start));
      }
    }
    WindowCounts all = counts.stream().reduce(WindowCounts.NONE, WindowCounts::plus);
    List<Double> rates =
        counts.stream().map(WindowCounts::staleRate).filter(Double::isFinite).toList();
    return new FaultPhase(
        phase + 1,
        name(phase),
        from / runs.size(),
        to / runs.size(),
        all,
        rates.isEmpty() ? null : Mean.ofRates(rates, all.staleReads(), all.reads()),
        over(counts, WindowCounts::replicaReadsPerRead),
        Mean.ofPositive(succeeded),
        p99(phase, PhaseTimes::reads),
        p99(phase, PhaseTimes::writes));
  }

  private String name(int phase) {
    return phase == 0
        ? "before"
        : Phrases.listed(
            FaultTimes.instants(runs.get(0)).get(phase - 1).stream()
                .map(FaultTimes::words)
                .toList());
  }

  private SortedMap<Integer, Double> bySecond() {
    SortedMap<Integer, Double> means = new TreeMap<>();
    readP99.forEach((second, ofRuns) -> means.put(second, ofRuns.getAverage()));
    return means;
  }

  /** In ms. */
  private static double p99(Histogram times) {
    return times.getValueAtPercentile(99) / NANOS_PER_MILLI;
  }

  private @Nullable Mean p99(int phase, Function<PhaseTimes, Histogram> kind) {
    List<Double> known =
        times.stream()
            .map(ofRun -> kind.apply(ofRun.get(phase)))
            .filter(histogram -> histogram.getTotalCount() > 0)
            .map(CellWindowsTally::p99)
            .toList();
    return known.isEmpty() ? null : Mean.ofPositive(known);
  }
}
