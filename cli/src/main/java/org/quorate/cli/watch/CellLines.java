package org.quorate.cli.watch;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.report.format.Numbers;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.SecondReadResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.Mean;

/**
 * What complete runs say of their cells before the study is summarised. Keeps a few numbers a run,
 * never a distribution or a history. Not thread-safe.
 */
final class CellLines {
  private static final List<String> READS = List.of("READ", "SCAN");
  private static final List<String> WRITES = List.of("UPDATE", "INSERT", "READ_MODIFY_WRITE");

  private final Study study;
  private final Map<Cell, Counted> counted = new HashMap<>();

  /** How many operations of each kind, of which one stands for reads and one for writes. */
  private final Map<String, Long> operations = new HashMap<>();

  private int runs;

  /** Of one cell. */
  private static final class Counted {
    private final List<Double> throughput = new ArrayList<>();
    private final Map<String, List<Double>> p99 = new HashMap<>();
    private final List<Double> staleRates = new ArrayList<>();
    private int judged;
    private long pairs;
    private long differing;
    private long failed;
    private long reads;
    private long stale;
    private int latest;
  }

  CellLines(Study study) {
    this.study = study;
  }

  /** Takes a complete run; one of those that the study drops does not count. */
  void add(RunResult run) {
    if (run.repetition() <= study.design().dropped()) {
      return;
    }
    Counted cell = counted.computeIfAbsent(new Cell(run.cell()), any -> new Counted());
    cell.latest = ++runs;
    cell.throughput.add(run.achievedPerSecond());
    for (OperationResult operation : run.operations()) {
      Latencies response = operation.response();
      if (response.count() > 0) {
        operations.merge(operation.kind(), response.count(), Long::sum);
        cell.p99
            .computeIfAbsent(operation.kind(), any -> new ArrayList<>())
            .add((double) response.p99());
      }
    }
    cell.failed += run.failed();
    SecondReadResult second = run.secondReads();
    if (second != null) {
      cell.pairs += second.pairs();
      cell.differing += second.differing();
    }
    StalenessResult judged = run.staleness();
    if (judged != null) {
      cell.judged++;
      cell.staleRates.addAll(Measure.STALE_RATE.of(List.of(run)));
      cell.reads += judged.reads();
      cell.stale += judged.staleReads();
    }
  }

  /** What is said in the place of the stale reads until they are judged. */
  private static String unjudged(Counted known, RunSettings settings) {
    String why = settings.history() ? "judged after the runs" : "no history is kept";
    return known.pairs == 0
        ? why
        : why
            + "; of second reads "
            + Numbers.percent((double) known.differing / known.pairs)
            + " differ";
  }

  /** The one kind that the report takes for reads too: READ where there is any. */
  private String read() {
    return READS.stream().filter(operations::containsKey).findFirst().orElse("");
  }

  /** Likewise for writes: the most frequent. */
  private String write() {
    return WRITES.stream()
        .filter(operations::containsKey)
        .max(Comparator.comparingLong(kind -> operations.getOrDefault(kind, 0L)))
        .orElse("");
  }

  /** How many cells have a run that counts. */
  int known() {
    return counted.size();
  }

  /** So many cells at most, those measured last, in the study's order. */
  List<CellLine> lines(int most) {
    return study.cells().entrySet().stream()
        .filter(cell -> counted.containsKey(cell.getKey()) && isLate(cell.getKey(), most))
        .map(cell -> line(cell.getKey(), cell.getValue()))
        .toList();
  }

  private boolean isLate(Cell cell, int most) {
    int latest = latest(cell);
    return counted.size() <= most
        || counted.values().stream().filter(other -> other.latest > latest).count() < most;
  }

  private int latest(Cell cell) {
    Counted known = counted.get(cell);
    return known == null ? 0 : known.latest;
  }

  private CellLine line(Cell cell, RunSettings settings) {
    Counted known = counted.getOrDefault(cell, new Counted());
    boolean isJudged = known.judged == known.throughput.size();
    @Nullable Mean stale =
        isJudged ? Mean.ofRates(known.staleRates, known.stale, known.reads) : null;
    return new CellLine(
        cell.label(),
        known.throughput.size(),
        CellLine.planned(study, cell),
        Mean.ofPositive(known.throughput),
        mean(known.p99.getOrDefault(read(), List.of())),
        mean(known.p99.getOrDefault(write(), List.of())),
        known.failed,
        stale,
        isJudged ? "" : unjudged(known, settings));
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(Double.NaN);
  }
}
