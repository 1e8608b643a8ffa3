package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

/** A study of two data centres of which one rests while little is asked, and comes back. */
@Tag("faults")
@Isolated
class GearStudyIT {
  /** A node executes some 17 operations a second of 20, and 170 of 200. */
  private static final String STUDY =
      """
      title: Can a data centre rest?
      cluster: {data-centers: {day: 3, gear: 3}, heap: 192MiB, tokens: 1, quick-compiler: true, processor-quota: 0.5}
      workload:
        properties: {recordcount: 300, readproportion: 0.5, updateproportion: 0.5}
      levels: {read: LOCAL_QUORUM, write: LOCAL_QUORUM}
      load: {arrivals: 'poisson step 20/s 60s, 200/s 40s'}
      power: {profile: server-2012-2-sockets, idle: 0s}
      offload: {gear: gear, capacity: 100/s, shortest-stay: 5s, interval: 2s, time-scale: 500}
      factors: {offload: [stop]}
      runs: {repetitions: 1, warm-up: 2s, settle: 1s, duration: 100s}
      """;

  @Test
  void itsNodesRestAndComeBackAndNoAcknowledgedWriteIsLost(@TempDir Path folder) throws Exception {
    StudySummary study = LocalStudies.run(STUDY, folder);

    assertThat(study.runs()).hasSize(1);
    RunResult run = study.runs().get(0);
    OffloadResult offload = LocalStudies.rested(run);
    assertThat(offload.rests())
        .extracting(OffloadResult.Rest::node)
        .as("%s", run.events().stream().map(RunEvent::text).toList())
        .contains("node4", "node5", "node6")
        .doesNotContain("node1", "node2", "node3");
    assertThat(offload.choices()).extracting(OffloadResult.Choice::awake).contains(3);
  }
}
