package org.quorate.study.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.io.Json;
import org.quorate.study.testing.Results;

final class RunResultTest {
  @Test
  void whatIsNotKnownIsNotKnownAfterReadingEither(@TempDir Path folder) throws Exception {
    RunResult run = Results.run(1, 1, Map.of("read-level", "ONE"), 1000);
    RunResult died =
        Results.on(
            Results.of(run, run.operations(), List.of(new NodeResult("n1", null, Map.of(), false))),
            new MachineResult(2, 0.5, 0.1, null, 0));

    Json.write(folder.resolve("run.json"), died);

    assertThat(Json.read(folder.resolve("run.json"), RunResult.class)).isEqualTo(died);
  }
}
