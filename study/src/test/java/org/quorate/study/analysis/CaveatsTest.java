package org.quorate.study.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.power.PowerCurve;
import org.quorate.study.plan.Study;
import org.quorate.study.result.ModelCurves;
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

  @Test
  void howClustersWereComparedDependsOnTheDesign() throws Exception {
    String clusters =
        Studies.SIX_CELLS
            .replace("read-level: [ONE, QUORUM, ALL]", "nodes: [3, 4]")
            .replace("baseline: {read-level: ONE}\n", "");
    Study inRow = Studies.load(folder, clusters).study();
    Study inTurn =
        Studies.load(folder, clusters.replace("runs: {", "runs: {clusters: in-turn, ")).study();

    assertThat(Caveats.of(inRow, List.of(), List.of()))
        .anyMatch(text -> text.contains("each started once and measured in one go"));
    assertThat(Caveats.of(inTurn, List.of(), List.of()))
        .noneMatch(text -> text.contains("in one go"))
        .anyMatch(
            text ->
                text.contains("took turns in every block, all but one paused")
                    && text.contains("each was started once"));
  }

  @Test
  void howMuchOfAHostAHostStandsForIsSaid() throws Exception {
    RunResult run =
        Results.replayable(Results.run(1, 1, Map.of("a", "b"), 1), List.of(0.5), Map.of());
    RunResult share =
        run.withEnergy(
            run.energy()
                .withCurves(
                    ModelCurves.of(
                        "server-2010",
                        PowerCurve.linear(50, 100),
                        Map.of(),
                        Map.of("host1", 0.05))));

    assertThat(Caveats.of(study("{recordcount: 10}"), List.of(), List.of(share)))
        .anyMatch(text -> text.contains("a host counts as 0.05 of a server-2010"));
    assertThat(Caveats.of(study("{recordcount: 10}"), List.of(), List.of(run)))
        .noneMatch(text -> text.contains("shares of hosts"));
    assertThat(Warnings.mixedShares(List.of(run, share)).orElseThrow()).contains("not comparable");
    assertThat(Warnings.mixedShares(List.of(share, share))).isEmpty();
  }

  @Test
  void clustersThatAreStartedAnewOnPurposeWereNotStopped() throws Exception {
    assertThat(ofFourSessions("restart-every: 1"))
        .anyMatch(text -> text.contains("started anew after every block, 4 starts in all"))
        .noneMatch(text -> text.contains("was stopped"));
  }

  @Test
  void clustersOfAStudyThatWasStoppedWereStartedMoreThanOnce() throws Exception {
    assertThat(ofFourSessions("clusters: in-turn"))
        .noneMatch(text -> text.contains("started once"))
        .anyMatch(text -> text.contains("come from 4 sessions"));
  }

  /** What is said of four runs, each of a session of its own, of clusters of three nodes. */
  private List<String> ofFourSessions(String runs) throws Exception {
    Study study =
        Studies.load(
                folder,
                Studies.SIX_CELLS
                    .replace("read-level: [ONE, QUORUM, ALL]", "nodes: [3, 4]")
                    .replace("baseline: {read-level: ONE}\n", "")
                    .replace("runs: {", "runs: {" + runs + ", "))
            .study();
    return Caveats.of(
        study,
        List.of(),
        Stream.of(1, 2, 3, 4)
            .map(
                session ->
                    Results.ofSession(Results.run(session, 1, Map.of("nodes", "3"), 1), session))
            .toList());
  }

  private Study study(String properties) throws Exception {
    return Studies.load(folder, Studies.SIX_CELLS.replace("{recordcount: 10}", properties)).study();
  }
}
