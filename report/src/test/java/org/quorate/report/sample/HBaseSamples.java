package org.quorate.report.sample;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.quorate.study.result.DeferralResult;
import org.quorate.study.result.Latencies;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.summary.CellDeferral;
import org.quorate.study.summary.CellOffload;
import org.quorate.study.summary.CellPhase;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.StudySummary;

/** Sample studies of what only HBase does: servers that rest, and writes that are deferred. */
public final class HBaseSamples {
  private HBaseSamples() {}

  /** Servers that rested while a load of three steps was low; one row was lost. */
  public static StudySummary offloaded() {
    SampleStudy study = SampleStudy.levels(19);
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
            new ReadBackResult(
                4811,
                997,
                1,
                0,
                List.of(new ReadBackResult.LostRow(17, 1_763_800_000_000_001L, Long.MIN_VALUE))),
            List.of(3.5, 4.25, 9.0),
            1);
    return SampleTexts.with(SampleSummaries.of(study), List.of("Off-loaded."), List.of());
  }

  private static Mean estimate(double mean, double low, double high) {
    return new Mean(mean, low, high, 5);
  }

  public static StudySummary deferred() {
    SampleStudy study = SampleStudy.levels(18);
    study.deferral =
        new CellDeferral(
            new DeferralResult(
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
                Map.of("its region was moved", 2L),
                List.of(
                    new DeferralResult.Miss(
                        Instant.parse("2026-11-21T10:00:01.234Z"), 1.25, "its region was moved"),
                    new DeferralResult.Miss(
                        Instant.parse("2026-11-21T10:00:01.236Z"), 1.24, "its region was moved"))),
            new Mean(0.99996, 0.999_896, 1, 5));
    return SampleTexts.with(SampleSummaries.of(study), List.of("Deferred."), List.of());
  }
}
