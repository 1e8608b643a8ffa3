package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.io.Json;
import org.quorate.study.testing.Results;

final class LoadHostResultTest {
  private static final LoadHostResult STAYED =
      new LoadHostResult(
          "one",
          100L,
          0.0012,
          new LoadHostResult.ClockReading(-5_000, 40_000),
          new LoadHostResult.ClockReading(-6_000, 41_000),
          -0.1,
          46_000L,
          0,
          null,
          null);

  private static final LoadHostResult LOST =
      new LoadHostResult(
          "two",
          70L,
          0.0,
          new LoadHostResult.ClockReading(0, 50_000),
          null,
          null,
          50_000L,
          3,
          2.5,
          "its process ended with status 137");

  private static final LoadHostResult ABSENT =
      new LoadHostResult("three", null, null, null, null, null, null, 0, 0.0, "it has gone");

  @Test
  void aRunTellsOfItsHostsAndOfThoseThatWereLost() {
    RunResult run = run();

    assertThat(run.notes())
        .containsExactly(
            "Load host one began 1.2 ms after the common start; its clock is known to ±0.046 ms and"
                + " drifted by -0.1 ppm.",
            "Load host two began 0.0 ms after the common start; its clock is known to ±0.050 ms,"
                + " compared before the run alone, wider for 3 exchanges that its readings before"
                + " and after the run do not explain. It was lost after 2.5 s (its process ended"
                + " with status 137): what it had told by then counts, its response times do not,"
                + " and of what it did not tell any more nothing is known.",
            "Load host three never began. It was lost after 0.0 s (it has gone): what it had told"
                + " by then counts, its response times do not, and of what it did not tell any more"
                + " nothing is known.");
    assertThat(run.events())
        .containsExactly(
            new RunEvent(
                2.5,
                "Load host two was lost (its process ended with status 137); the others went on"
                    + " with their share."),
            new RunEvent(
                0, "Load host three was lost (it has gone); the others went on with their share."));
  }

  @Test
  void allOfItIsReadAgain(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("run.json");
    Json.write(file, run());

    assertThat(Json.read(file, RunResult.class)).isEqualTo(run());
  }

  private static RunResult run() {
    return Results.run(1, 1, Map.of("read-level", "ONE"), 75)
        .withLoadHosts(List.of(STAYED, LOST, ABSENT));
  }
}
