package org.quorate.report.sample;

import java.util.List;
import java.util.Map;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Change;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.ClaimedChange;
import org.quorate.study.plan.Design;
import org.quorate.study.plan.Figure;
import org.quorate.study.result.CapResult;
import org.quorate.study.summary.ClaimVerdict;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.ServerRange;
import org.quorate.study.summary.SteadyState;
import org.quorate.study.summary.StudySummary;

/** Sample studies of energy, of what a paper claims about it, and of capped processors. */
public final class EnergySamples {
  private EnergySamples() {}

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
    study.design = new Design(Design.Order.ABBA, false, 3, false, 0);
    Claim saving =
        claim(
            "Weak consistency reduces the energy consumption by almost 62%.",
            "-62%", Measure.ENERGY_PER_OPERATION, "ONE", "ALL");
    Claim power =
        claim(
            "The average power is almost the same at all levels.",
            "within 10%",
            Measure.HOST_POWER,
            "ONE",
            "ALL");
    Claim spread =
        claim(
            "The distance between the busiest and the idlest node is largest at the level ONE.",
            "higher",
            Measure.HOST_POWER_SPREAD,
            "ONE",
            "ALL");
    Claim pools =
        claim(
            "A hot and a cold pool of equal size save 23% at the level QUORUM.",
            "-23%", Measure.ENERGY, "QUORUM", "ONE");
    Claim speed =
        claim("Strong consistency is the fastest.", "+10%", Measure.THROUGHPUT, "ALL", "ONE");
    Claim inWords = new Claim("It grows with the level.", "the same, figure 1");
    Claim faster =
        claim(
            "Weak consistency serves 60% more operations per second.",
            "+60%", Measure.THROUGHPUT, "ONE", "ALL");
    study.figures.add(
        new Figure(
            "Figure 1: energy per operation by number of clients",
            Measure.ENERGY_PER_OPERATION,
            "threads",
            "policy",
            Map.of(),
            List.of(saving, inWords)));
    study.figures.add(
        new Figure(
            "Mean power of a host",
            Measure.HOST_POWER,
            "threads",
            "policy",
            Map.of(),
            List.of(power, spread, speed)));
    study.figures.add(
        new Figure(
            "Energy per operation against 20 clients",
            Measure.ENERGY_PER_OPERATION,
            "threads",
            "policy",
            Map.of(),
            Map.of("threads", "20"),
            List.of()));
    Mean saved = new Mean(0.61, 0.59, 0.63, 20);
    Mean alike = new Mean(0.97, 0.95, 0.99, 20);
    study.claimVerdicts.addAll(
        List.of(
            new ClaimVerdict(
                saving,
                ClaimVerdict.Outcome.AGREES_IN_DIRECTION,
                saved,
                4,
                20,
                0.25,
                true,
                "",
                beside(saved),
                new ServerRange(12, 0.58, 0.64)),
            new ClaimVerdict(
                power,
                ClaimVerdict.Outcome.NOT_DISTINGUISHABLE,
                alike,
                4,
                20,
                0.25,
                true,
                "too coarse a meter: the change is smaller than the error of the meter or model",
                beside(alike),
                null),
            new ClaimVerdict(
                spread,
                ClaimVerdict.Outcome.AGREES_IN_DIRECTION,
                new Mean(1.41, 1.3, 1.5, 20),
                4,
                20,
                0.25,
                true,
                "",
                beside(new Mean(1.41, 1.3, 1.5, 20)),
                null),
            new ClaimVerdict(
                pools,
                ClaimVerdict.Outcome.CANNOT_BE_TESTED,
                null,
                0,
                0,
                0,
                false,
                "the study has no such cells at this scale",
                null,
                null),
            new ClaimVerdict(
                faster,
                ClaimVerdict.Outcome.AGREES_WITHIN_INTERVAL,
                new Mean(1.62, 1.55, 1.7, 20),
                4,
                20,
                0,
                false,
                "",
                new Mean(1.62, 1.55, 1.7, 20),
                null),
            new ClaimVerdict(
                speed,
                ClaimVerdict.Outcome.DIFFERS,
                new Mean(0.6, 0.55, 0.66, 20),
                4,
                20,
                0,
                false,
                "",
                new Mean(0.6, 0.55, 0.66, 20),
                null),
            new ClaimVerdict(
                inWords,
                ClaimVerdict.Outcome.CANNOT_BE_TESTED,
                null,
                0,
                0,
                0,
                false,
                "the study file gives no change in numbers for it that measurements could be held"
                    + " against",
                null,
                null)));
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of(
            "Throughput was 1,960 operations/s at ONE with 20 threads; at ALL there was 38 % less.",
            "Against ALL, ONE saves 39 % of the energy per operation (37 to 41 %) over 4 settings,"
                + " estimated by a power model whose ratios may err by 25 %."),
        List.of());
  }

  private static Claim claim(
      String text, String change, Measure measure, String of, String against) {
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
    SampleStudy study = SampleStudy.levels(17);
    study.coldCap = new CapResult("processor quota", 0.5, 0.503, "2 nodes, 0.2 of 0.4 cores each");
    return SampleTexts.with(SampleSummaries.of(study), List.of("Capped."), List.of());
  }

  /** Levels at meters, with a price and carbon, and runs long enough to look for warm-ups. */
  public static StudySummary metered() {
    SampleStudy study = SampleStudy.levels(16);
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
    study.design = new Design(Design.Order.RANDOM, false, 0, true, 0);
    return SampleTexts.with(
        SampleSummaries.of(study),
        List.of("Against read level ONE, ALL costs 51 % more energy per operation."),
        List.of());
  }

  /** With the model's error of 25 %. */
  private static Mean beside(Mean ratio) {
    return new Mean(ratio.mean(), ratio.low() * 0.75, ratio.high() / 0.75, ratio.runs());
  }
}
