package org.quorate.report.sample;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Design;
import org.quorate.study.plan.Figure;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.result.CapResult;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.Estimate;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.summary.StudySummary;

/** The sample studies by name: the ordinary one first, then ugly ones. */
public final class Samples {
  private Samples() {}

  public static Map<String, StudySummary> all() {
    Map<String, StudySummary> all = new LinkedHashMap<>();
    all.put("demo", demo());
    all.put("one-cell", oneCell());
    all.put("24-cells", manyCells());
    all.put("no-history", noHistory());
    all.put("open-loop", openLoop());
    all.put("incomplete", incomplete());
    all.put("never-stale", neverStale());
    all.put("long-labels", longLabels());
    all.put("single-run", singleRun());
    all.put("six-nodes", sixNodes());
    all.put("hundreds", hundreds());
    all.put("harmony", harmony());
    all.put("short-decisions", shortDecisions());
    all.put("energy", energy());
    all.put("metered", metered());
    all.put("deferred", deferred());
    all.put("offloaded", offloaded());
    all.put("empty", empty());
    return all;
  }

  public static StudySummary demo() {
    StudySummary study = levels(1).summarise();
    return texts(
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
    return texts(
        new SampleStudy(2).summarise(),
        List.of("This machine does 3,200 operations per second at ONE."),
        List.of());
  }

  public static StudySummary manyCells() {
    SampleStudy study = levels(3).factor("threads", "10", "20", "40", "80");
    study.seconds = 8;
    return texts(
        study.summarise(),
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
    return texts(study.summarise(), List.of("Pools."), List.of());
  }

  static StudySummary noHistory() {
    SampleStudy study = levels(4);
    study.history = false;
    return texts(study.summarise(), List.of("ONE is the fastest level."), List.of());
  }

  public static StudySummary openLoop() {
    SampleStudy study = levels(5);
    study.offered = 2400.0;
    study.dyingRun = 9;
    return texts(
        study.summarise(),
        List.of(
            "At 2,400 operations per second ONE keeps up and ALL does not.",
            "A node died in run 9; the errors of that time are counted."),
        List.of());
  }

  public static StudySummary incomplete() {
    SampleStudy study = levels(6);
    study.complete = false;
    study.repetitions = 3;
    return texts(study.summarise(), List.of("ONE looks faster so far."), List.of());
  }

  static StudySummary neverStale() {
    SampleStudy study = levels(7);
    study.neverStale = true;
    study.configuredDelay = "none";
    return texts(study.summarise(), List.of("No read was stale at any level."), List.of());
  }

  public static StudySummary longLabels() {
    SampleStudy study = levels(8);
    study.labelSuffix =
        " with <b>markup</b> & \"quotes\", on a cluster in two data centres whose links are"
            + " lognormal 5ms 0.5, and no spaces:"
            + "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2);
    return texts(
        study.summarise(),
        List.of(
            "A verdict that is much longer than a verdict should be, because somebody wrote a study"
                + " with many factors and the sentence has to name every one of them before it can"
                + " say <script>alert('anything')</script> about the outcome."),
        List.of());
  }

  static StudySummary singleRun() {
    SampleStudy study = levels(9);
    study.repetitions = 1;
    return texts(
        study.summarise(),
        List.of("One repetition: nothing can be said about differences."),
        List.of());
  }

  static StudySummary sixNodes() {
    SampleStudy study = levels(10);
    study.nodes = 6;
    return texts(
        study.summarise(), List.of("Six nodes behave like three, only slower."), List.of());
  }

  public static StudySummary hundreds() {
    SampleStudy study = levels(11).factor("threads", "10", "20", "40", "80", "160");
    study.repetitions = 16;
    study.seconds = 30;
    study.dyingRun = 77;
    return texts(study.summarise(), List.of("Sixteen repetitions of thirty cells."), List.of());
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
    figure(study, FigureMeasure.ESTIMATED_STALE_RATE, "5ms", "threads");
    figure(study, FigureMeasure.STALE_RATE, "5ms", "threads");
    figure(study, FigureMeasure.READ_P99, "25ms", "threads");
    figure(study, FigureMeasure.THROUGHPUT, "25ms", "threads");
    figure(study, FigureMeasure.STALE_RATE, "25ms", "policy");
    return texts(
        study.summarise(),
        List.of("Harmony at 20 % stayed at ALL at all loads but the smallest."),
        List.of());
  }

  private static void figure(SampleStudy study, FigureMeasure measure, String delay, String x) {
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
        new Figure("Throughput", FigureMeasure.THROUGHPUT, "policy", null, Map.of(), List.of()));
    return texts(study.summarise(), List.of("Runs of three seconds."), List.of());
  }

  /** Policies under growing load, their energy estimated by a model, with a paper's claims. */
  public static StudySummary energy() {
    SampleStudy study =
        new SampleStudy(15)
            .factor("policy", "ONE", "QUORUM", "ALL")
            .factor("threads", "20", "45", "70", "100");
    study.nodes = 6;
    study.seconds = 8;
    study.watched = false;
    study.energy = new SampleEnergy(0.25, false, 15);
    study.design = new Design(Design.Order.ABBA, false, 3, false);
    Claim saving =
        claim(
            "Weak consistency reduces the energy consumption by almost 62%.",
            "-62%", FigureMeasure.ENERGY_PER_OPERATION, "ONE", "ALL");
    Claim power =
        claim(
            "The average power is almost the same at all levels.",
            "within 10%",
            FigureMeasure.HOST_POWER,
            "ONE",
            "ALL");
    Claim spread =
        claim(
            "The distance between the busiest and the idlest node is largest at the level ONE.",
            "higher",
            FigureMeasure.HOST_POWER_SPREAD,
            "ONE",
            "ALL");
    Claim pools =
        claim(
            "A hot and a cold pool of equal size save 23% at the level QUORUM.",
            "-23%", FigureMeasure.ENERGY, "QUORUM", "ONE");
    Claim speed =
        claim("Strong consistency is the fastest.", "+10%", FigureMeasure.THROUGHPUT, "ALL", "ONE");
    Claim inWords = new Claim("It grows with the level.", "the same, figure 1");
    Claim faster =
        claim(
            "Weak consistency serves 60% more operations per second.",
            "+60%", FigureMeasure.THROUGHPUT, "ONE", "ALL");
    study.figures.add(
        new Figure(
            "Figure 1: energy per operation by number of clients",
            FigureMeasure.ENERGY_PER_OPERATION,
            "threads",
            "policy",
            Map.of(),
            List.of(saving, inWords)));
    study.figures.add(
        new Figure(
            "Mean power of a host",
            FigureMeasure.HOST_POWER,
            "threads",
            "policy",
            Map.of(),
            List.of(power, spread, speed)));
    study.figures.add(
        new Figure(
            "Energy per operation against 20 clients",
            FigureMeasure.ENERGY_PER_OPERATION,
            "threads",
            "policy",
            Map.of(),
            Map.of("threads", "20"),
            List.of()));
    Estimate saved = new Estimate(0.61, 0.59, 0.63, 20);
    Estimate alike = new Estimate(0.97, 0.95, 0.99, 20);
    study.claimVerdicts.addAll(
        List.of(
            new ClaimVerdict(
                saving, ClaimVerdict.Outcome.AGREES_IN_DIRECTION, saved, 4, 20, 0.25, true, ""),
            new ClaimVerdict(
                power,
                ClaimVerdict.Outcome.NOT_DISTINGUISHABLE,
                alike,
                4,
                20,
                0.25,
                true,
                "too coarse a meter: the change is smaller than the error of the meter or model"),
            new ClaimVerdict(
                spread,
                ClaimVerdict.Outcome.AGREES_IN_DIRECTION,
                new Estimate(1.41, 1.3, 1.5, 20),
                4,
                20,
                0.25,
                true,
                ""),
            new ClaimVerdict(
                pools,
                ClaimVerdict.Outcome.CANNOT_BE_TESTED,
                null,
                0,
                0,
                0,
                false,
                "the study has no such cells at this scale"),
            new ClaimVerdict(
                faster,
                ClaimVerdict.Outcome.AGREES_WITHIN_INTERVAL,
                new Estimate(1.62, 1.55, 1.7, 20),
                4,
                20,
                0,
                false,
                ""),
            new ClaimVerdict(
                speed,
                ClaimVerdict.Outcome.DIFFERS,
                new Estimate(0.6, 0.55, 0.66, 20),
                4,
                20,
                0,
                false,
                ""),
            new ClaimVerdict(
                inWords,
                ClaimVerdict.Outcome.CANNOT_BE_TESTED,
                null,
                0,
                0,
                0,
                false,
                "the study file gives no change in numbers for it that measurements could be held"
                    + " against")));
    return texts(
        study.summarise(),
        List.of(
            "Throughput was 1,960 operations/s at ONE with 20 threads; at ALL there was 38 % less.",
            "Against ALL, ONE saves 39 % of the energy per operation (37 to 41 %) over 4 settings,"
                + " estimated by a power model whose ratios may err by 25 %."),
        List.of());
  }

  private static Claim claim(
      String text, String change, FigureMeasure measure, String of, String against) {
    return new Claim(
        text,
        "Chihoub et al., energy and consistency, CCGrid 2015, section IV.A",
        new ClaimedChange(
            measure,
            Map.of("policy", of),
            Map.of("policy", against),
            Map.of(),
            Change.parse(change)));
  }

  /** Levels on cold nodes that are capped, without energy. */
  public static StudySummary capped() {
    SampleStudy study = levels(17);
    study.coldCap = new CapResult("processor quota", 0.5, 0.503, "2 nodes, 0.2 of 0.4 cores each");
    return texts(study.summarise(), List.of("Capped."), List.of());
  }

  /** Levels at meters, with a price and carbon, and runs long enough to look for warm-ups. */
  public static StudySummary metered() {
    SampleStudy study = levels(16);
    study.seconds = 60;
    study.energy = new SampleEnergy(0, true, 16);
    study.steadyState =
        new SteadyState(
            29,
            1,
            0,
            List.of(
                new SteadyState.Cut(3, "read ONE, write ONE", 15, 20, 60, true),
                new SteadyState.Cut(8, "read ALL, write ONE", 30, null, 60, false)),
            List.of(
                new SteadyState.EffectiveSeconds(1, 60, 21.4, 9.5),
                new SteadyState.EffectiveSeconds(2, 60, 34.1, null),
                new SteadyState.EffectiveSeconds(3, 40, 38, 12.5)),
            List.of(
                new SteadyState.CellCut("read ONE, write ONE", 5, 60, 20, 15, 20, null),
                new SteadyState.CellCut(
                    "read ALL, write ONE", 5, 40, 0, 0, null, "they are too short to judge")));
    study.design = new Design(Design.Order.RANDOM, false, 0, true);
    return texts(
        study.summarise(),
        List.of("Against read level ONE, ALL costs 51 % more energy per operation."),
        List.of());
  }

  /** Servers that rested while a load of three steps was low; one row was lost. */
  public static StudySummary offloaded() {
    SampleStudy study = levels(19);
    Latencies low =
        new Latencies(
            600, 3e6, 2_000_000, 4_000_000, 5_000_000, 21_000_000, 40_000_000, 51_000_000);
    Latencies high =
        new Latencies(
            9000, 9e6, 7_000_000, 20_000_000, 40_000_000, 830_000_000, 990_000_000, 1_200_000_000);
    study.phases =
        List.of(
            new CellPhase(1, "60/s", 0, 20, 600, 0, Map.of("READ", low), estimate(190, 188, 192)),
            new CellPhase(2, "450/s", 20, 40, 9000, 2, Map.of("READ", high), null));
    study.offload =
        new CellOffload(
            "stop",
            estimate(51.5, 49, 54),
            Map.of("node2", 25.25, "node3", 26.25),
            40,
            1,
            estimate(11_800, 11_700, 11_900),
            estimate(9_300, 9_200, 9_400),
            new OffloadResult.Standby(9.75, 157.6, 19_582.5, 59, "A paper."),
            4811,
            997,
            1,
            0,
            List.of(new ReadBackResult.LostRow(17, 1_763_800_000_000_001L, Long.MIN_VALUE)));
    return texts(study.summarise(), List.of("Off-loaded."), List.of());
  }

  private static Estimate estimate(double mean, double low, double high) {
    return new Estimate(mean, low, high, 5);
  }

  public static StudySummary deferred() {
    SampleStudy study = levels(18);
    study.deferral =
        new CellDeferral(
            120_003,
            120_000,
            Map.of("ClientTimeout", 3L),
            new Latencies(120_003, 9_000, 8_000, 12_000, 15_000, 40_000, 90_000, 2_000_000),
            new Latencies(
                120_000,
                410e6,
                400_000_000,
                700_000_000,
                800_000_000,
                930_000_000,
                990_000_000,
                1_250_000_000),
            new Latencies(
                95,
                420e6,
                410_000_000,
                720_000_000,
                810_000_000,
                950_000_000,
                960_000_000,
                960_000_000),
            1.0,
            new Estimate(0.99996, 0.999_896, 1, 5),
            Map.of("its region was moved", 2L),
            List.of(
                new DeferralResult.Miss(
                    Instant.parse("2026-11-21T10:00:01.234Z"), 1.25, "its region was moved"),
                new DeferralResult.Miss(
                    Instant.parse("2026-11-21T10:00:01.236Z"), 1.24, "its region was moved")));
    return texts(study.summarise(), List.of("Deferred."), List.of());
  }

  /** A study of which nothing has been measured. */
  public static StudySummary empty() {
    SampleStudy study = new SampleStudy(12);
    study.repetitions = 0;
    study.complete = false;
    return texts(study.summarise(), List.of(), List.of());
  }

  /** The ordinary study with one sentence for its verdict. */
  public static StudySummary withVerdict(String sentence) {
    return texts(levels(1).summarise(), List.of(sentence), List.of());
  }

  private static SampleStudy levels(long seed) {
    return new SampleStudy(seed)
        .factor("read-level", "ONE", "QUORUM", "ALL")
        .factor("write-level", "ONE", "QUORUM");
  }

  private static StudySummary texts(
      StudySummary study, List<String> verdict, List<Finding> findings) {
    return new StudySummary(
        study.name(),
        study.title(),
        study.question(),
        verdict,
        List.of(
            "All nodes share one machine of two cores, so absolute rates say little about real"
                + " servers; compare levels, not numbers.",
            "Link delays are constant; real networks vary, and variation makes more reads stale.",
            "Writes come from the same process as reads; a second client with another clock would"
                + " need bounds on clock error."),
        study.command(),
        study.settings(),
        study.studyFile(),
        study.environment(),
        study.factors(),
        study.cells(),
        study.differences(),
        findings,
        findings.isEmpty()
            ? null
            : new PilotOutcome(
                "5ms",
                true,
                List.of(
                    new PilotOutcome.Trial("2ms", findings.subList(0, 2)),
                    new PilotOutcome.Trial("5ms", findings))),
        List.of(
            new Claim(
                "Harmony reduces stale reads by almost 80 % against eventual consistency.",
                "Chihoub et al., Harmony, 2012, section 1")),
        study.runs(),
        study.complete(),
        study.figures(),
        study.claimVerdicts(),
        study.design(),
        study.steadyState());
  }
}
