package org.quorate.report.sample;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.quorate.study.finding.Finding;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.Figure;
import org.quorate.study.summary.StudySummary;

/** The sample studies by name: the ordinary one first, then ugly ones. */
public final class Samples {
  private static final Map<String, Supplier<StudySummary>> MAKERS = new LinkedHashMap<>();
  private static final Map<String, StudySummary> MADE = new HashMap<>();

  static {
    MAKERS.put("demo", Samples::makeDemo);
    MAKERS.put("one-cell", Samples::oneCell);
    MAKERS.put("24-cells", Samples::manyCells);
    MAKERS.put("no-history", Samples::noHistory);
    MAKERS.put("open-loop", Samples::openLoop);
    MAKERS.put("incomplete", Samples::incomplete);
    MAKERS.put("never-stale", Samples::neverStale);
    MAKERS.put("long-labels", Samples::longLabels);
    MAKERS.put("single-run", Samples::singleRun);
    MAKERS.put("six-nodes", Samples::sixNodes);
    MAKERS.put("hundreds", Samples::hundreds);
    MAKERS.put("harmony", Samples::harmony);
    MAKERS.put("short-decisions", Samples::shortDecisions);
    MAKERS.put("energy", EnergySamples::energy);
    MAKERS.put("metered", EnergySamples::metered);
    MAKERS.put("deferred", HBaseSamples::deferred);
    MAKERS.put("offloaded", HBaseSamples::offloaded);
    MAKERS.put("faults", FaultSamples::faults);
    MAKERS.put("empty", Samples::empty);
  }

  private Samples() {}

  /** In the order of {@link #all}. */
  public static Stream<String> names() {
    return MAKERS.keySet().stream();
  }

  /** The same value each time, made when it is first asked for. */
  public static synchronized StudySummary of(String name) {
    return MADE.computeIfAbsent(
        name, key -> Objects.requireNonNull(MAKERS.get(key), "no sample " + key).get());
  }

  public static Map<String, StudySummary> all() {
    Map<String, StudySummary> all = new LinkedHashMap<>();
    names().forEach(name -> all.put(name, of(name)));
    return all;
  }

  public static StudySummary demo() {
    return of("demo");
  }

  private static StudySummary makeDemo() {
    StudySummary study = SampleSummaries.of(SampleStudy.levels(1));
    return SampleTexts.with(
        study,
        List.of(
            "With writes at ONE, 5.4 % of reads at ONE were stale (95 % interval 4.6 to 6.2 %); at"
                + " ALL it was 0 of 42,432 reads (at most 0.0071 % if reads were independent), with"
                + " 37 % less throughput (34 to 40 %).",
            "Read ONE, write ONE: 2,700 operations/s (2,550 to 2,850); stale: 3,644 of 67,576"
                + " reads, 5.4 % (4.6 to 6.2 %).",
            "Read ONE, write QUORUM: 2,470 operations/s (2,390 to 2,560); stale: 116 of 61,842"
                + " reads, 0.19 % (0.15 to 0.23 %).",
            "Of 4 things that the study set out to see, 2 were seen.",
            "Not seen: Reads at QUORUM are never stale when writes are at QUORUM (2 of 81,220"
                + " reads).",
            "The link delay of 5ms was chosen by a pilot, whose short trials saw them all at that"
                + " delay."),
        List.of(
            new Finding(
                "Reads at ONE are stale when writes are at ONE",
                Finding.Outcome.HOLDS,
                "6,102 of 109,233 reads, in every one of 5 runs"),
            new Finding(
                "Reads at ALL are never stale when writes are at ONE",
                Finding.Outcome.HOLDS,
                "0 of 64,311 reads"),
            new Finding(
                "Throughput falls from ONE to QUORUM to ALL, writes at QUORUM",
                Finding.Outcome.UNDECIDED,
                "QUORUM over ALL 1.04 (0.98 \u2013 1.11)"),
            new Finding(
                "Reads at QUORUM are never stale when writes are at QUORUM",
                Finding.Outcome.DOES_NOT_HOLD,
                "2 of 81,220 reads")));
  }

  public static StudySummary oneCell() {
    return SampleTexts.with(
        SampleSummaries.of(new SampleStudy(2)),
        List.of("This machine does 3,200 operations per second at ONE."),
        List.of());
  }

  public static StudySummary manyCells() {
    SampleStudy study = SampleStudy.levels(3).factor("threads", "10", "20", "40", "80");
    study.seconds = 8;
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of("More threads buy throughput up to 40; beyond that they only buy latency."),
        List.of());
  }

  /** Pools that are compared, at read and write levels. */
  public static StudySummary pools() {
    SampleStudy study =
        new SampleStudy(19)
            .factor("pools", "uniform", "hot/cold")
            .factor("read-level", "ONE", "ALL")
            .factor("write-level", "ONE", "ALL");
    return SampleTexts.with(SampleSummaries.of(study), List.of("Pools."), List.of());
  }

  static StudySummary noHistory() {
    SampleStudy study = SampleStudy.levels(4);
    study.history = false;
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("ONE is the fastest level."), List.of());
  }

  public static StudySummary openLoop() {
    SampleStudy study = SampleStudy.levels(5);
    study.offered = 2400.0;
    study.dyingRun = 9;
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of(
            "At 2,400 operations per second ONE keeps up and ALL does not.",
            "A node died in run 9; the errors of that time are counted."),
        List.of());
  }

  public static StudySummary incomplete() {
    SampleStudy study = SampleStudy.levels(6);
    study.complete = false;
    study.repetitions = 3;
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("ONE looks faster so far."), List.of());
  }

  static StudySummary neverStale() {
    SampleStudy study = SampleStudy.levels(7);
    study.neverStale = true;
    study.configuredDelay = "none";
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("No read was stale at any level."), List.of());
  }

  public static StudySummary longLabels() {
    SampleStudy study = SampleStudy.levels(8);
    study.labelSuffix =
        " with <b>markup</b> & \"quotes\", on a cluster in two data centres whose links are"
            + " lognormal 5ms 0.5, and no spaces:"
            + "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2);
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of(
            "A verdict that is much longer than a verdict should be, because somebody wrote a study"
                + " with many factors and the sentence has to name every one of them before it can"
                + " say <script>alert('anything')</script> about the outcome."),
        List.of());
  }

  /** Whose verdict is {@code The answer.}, and then {@code Remark 1.} and so on. */
  public static StudySummary remarked(int remarks) {
    return SampleTexts.with(
        SampleSummaries.of(SampleStudy.levels(8)),
        Stream.concat(
                Stream.of("The answer."),
                IntStream.rangeClosed(1, remarks).mapToObj(i -> "Remark " + i + "."))
            .toList(),
        List.of());
  }

  static StudySummary singleRun() {
    SampleStudy study = SampleStudy.levels(9);
    study.repetitions = 1;
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of("One repetition: nothing can be said about differences."),
        List.of());
  }

  static StudySummary sixNodes() {
    SampleStudy study = SampleStudy.levels(10);
    study.nodes = 6;
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("Six nodes behave like three, only slower."), List.of());
  }

  public static StudySummary hundreds() {
    SampleStudy study = SampleStudy.levels(11).factor("threads", "10", "20", "40", "80", "160");
    study.repetitions = 16;
    study.seconds = 30;
    study.dyingRun = 77;
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("Sixteen repetitions of thirty cells."), List.of());
  }

  /** Policies on two workloads and two networks, and a ramp: cells of different factors. */
  public static StudySummary harmony() {
    SampleStudy study =
        new SampleStudy(13)
            .factor("workload", "workloada", "workloadb")
            .factor("delay", "5ms", "25ms")
            .factor("policy", "ONE", "QUORUM", "ALL", "harmony 20%", "harmony 40%", "harmony 60%")
            .factor("threads", "1", "15", "40", "70", "90");
    study.repetitions = 3;
    study.seconds = 3;
    study.nodes = 5;
    study.wanted =
        cell -> {
          String forbidden = "5ms".equals(cell.get("delay")) ? "harmony 60%" : "harmony 20%";
          return !forbidden.equals(cell.get("policy"))
              && !("workloadb".equals(cell.get("workload")) && "25ms".equals(cell.get("delay")));
        };
    study.others.put(
        new TreeMap<>(Map.of("policy", "harmony 20%", "arrivals", "ramp 10/s to 2000/s over 40s")),
        40);
    for (String threads : List.of("15", "40", "90")) {
      Map<String, String> pairs = new LinkedHashMap<>();
      pairs.put("policy", "harmony 20%");
      pairs.put("threads", threads);
      pairs.put("workload", "workloada");
      pairs.put("delay", "5ms");
      pairs.put("second-read", "ALL");
      study.others.put(pairs, 3);
    }
    figure(study, Measure.ESTIMATED_STALE_RATE, "5ms", "threads");
    figure(study, Measure.STALE_RATE, "5ms", "threads");
    figure(study, Measure.RESPONSE_P99, "25ms", "threads");
    figure(study, Measure.THROUGHPUT, "25ms", "threads");
    figure(study, Measure.STALE_RATE, "25ms", "policy");
    study.predictions =
        SampleMonitor.predictions(
            study.cells().stream().filter(cell -> "ONE".equals(cell.get("policy"))).toList());
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of("Harmony at 20 % stayed at ALL at all loads but the smallest."),
        List.of());
  }

  private static void figure(SampleStudy study, Measure measure, String delay, String x) {
    study.figures.add(
        new Figure(
            measure.axis() + ", workload A, " + delay,
            measure,
            x,
            x.equals("threads") ? "policy" : "threads",
            Map.of("workload", List.of("workloada"), "delay", List.of(delay)),
            List.of(
                new Claim(
                    "Harmony reduces the stale reads by almost 80 % against eventual consistency,"
                        + " while it adds only minimal latency.",
                    "Chihoub et al., Harmony, IEEE Cluster 2012, abstract and figure 5"),
                new Claim("More threads make more reads stale.", "the same, figure 6"))));
  }

  /** A policy in runs too short for a time line of their own. */
  public static StudySummary shortDecisions() {
    SampleStudy study =
        new SampleStudy(14)
            .factor("policy", "ONE", "ALL", "harmony 20%")
            .factor("threads", "1", "40");
    study.seconds = 3;
    study.figures.add(
        new Figure("Throughput", Measure.THROUGHPUT, "policy", null, Map.of(), List.of()));
    return SampleTexts.with(
        SampleSummaries.of(study), List.of("Runs of three seconds."), List.of());
  }

  /** A study of which nothing has been measured. */
  public static StudySummary empty() {
    SampleStudy study = new SampleStudy(12);
    study.repetitions = 0;
    study.complete = false;
    return SampleTexts.with(SampleSummaries.of(study), List.of(), List.of());
  }

  /** The ordinary study with one sentence for its verdict. */
  public static StudySummary withVerdict(String sentence) {
    return SampleTexts.with(
        SampleSummaries.of(SampleStudy.levels(1)), List.of(sentence), List.of());
  }
}
