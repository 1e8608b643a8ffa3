package org.quorate.study.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.plan.Study;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.testing.Results;
import org.quorate.study.testing.Studies;

final class CaveatsTest {
  private static final String JUDGED = "what they returned was not judged";

  @TempDir private Path folder;

  @Test
  void aStudyWithScansSaysThatTheyAreNotJudged() throws Exception {
    Study study =
        study("{recordcount: 10, readproportion: 0, scanproportion: 0.9, insertproportion: 0.1}");

    assertThat(Caveats.of(study, List.of(), List.of())).anyMatch(text -> text.contains(JUDGED));
  }

  @Test
  void runsThatHadScansSaySoWhateverTheStudyAsksForNow() throws Exception {
    RunResult run = Results.run(1, 1, Map.of("read-level", "ONE"), 1000);
    RunResult scanned =
        Results.of(
            run,
            List.of(new OperationResult("SCAN", 9, 0, Map.of(), Results.p99(9), Results.p99(9))),
            run.nodes());

    assertThat(Caveats.of(study("{recordcount: 10}"), List.of(), List.of(scanned)))
        .anyMatch(text -> text.contains(JUDGED));
  }

  @Test
  void aStudyWithoutScansDoesNotSpeakOfThem() throws Exception {
    assertThat(Caveats.of(study("{recordcount: 10}"), List.of(), List.of()))
        .noneMatch(text -> text.contains("Scans"));
  }

  @Test
  void aStudyOfARemoteClusterSaysWhoseMachineWasMeasured() throws Exception {
    Study study =
        Studies.load(
                folder,
                Studies.SIX_CELLS
                    .replace(
                        "backend: fake",
                        "backend: remote\nremote: {contact-points: [a], local-data-center: dc1}")
                    .replace("links: {delay: 5ms}\n", ""))
            .study();

    assertThat(Caveats.of(study, List.of(), List.of()))
        .anyMatch(text -> text.contains("those of the computer that sent the load"));
  }

  private Study study(String properties) throws Exception {
    return Studies.load(folder, Studies.SIX_CELLS.replace("{recordcount: 10}", properties)).study();
  }
}
