package org.quorate.lab.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.RunEvent;
import org.quorate.study.result.RunResult;
import org.quorate.study.summary.StudySummary;

/** A study of three racks in which nodes share one host each while little is asked. */
@Tag("faults")
@Tag("takes-control-groups")
@Isolated
class ConsolidationIT {
  /** The nodes of a rack execute some 17 operations a second of 20, and 100 of 120. */
  private static final String STUDY =
      """
      title: Can hosts rest whose nodes go on?
      cluster: {nodes: 6, racks: 3, heap: 192MiB, tokens: 1, quick-compiler: true, host-quota: 0.5}
      workload:
        properties: {recordcount: 300, readproportion: 0.5, updateproportion: 0.5}
      levels: {read: LOCAL_QUORUM, write: LOCAL_QUORUM}
      load: {arrivals: 'poisson step 20/s 60s, 120/s 40s'}
      power: {profile: server-2012-2-sockets, idle: 0s}
      offload: {capacity: 120/s, shortest-stay: 5s, interval: 1s, window: 4s, time-scale: 100}
      factors: {offload: [consolidate]}
      runs: {repetitions: 1, warm-up: 2s, settle: 1s, duration: 100s}
      """;

  @Test
  void hostsRestAndComeBackWhileAllNodesGoOnAndNoAcknowledgedWriteIsLost(@TempDir Path folder)
      throws Exception {
    StudySummary study = LocalStudies.run(STUDY, folder);

    assertThat(study.runs()).hasSize(1);
    RunResult run = study.runs().get(0);
    List<String> events = run.events().stream().map(RunEvent::text).toList();
    OffloadResult offload = LocalStudies.rested(run);
    assertThat(offload.rests())
        .extracting(OffloadResult.Rest::node)
        .as("%s", events)
        .contains("host4", "host5", "host6")
        .doesNotContain("host1", "host2", "host3");
    assertThat(offload.choices()).extracting(OffloadResult.Choice::awake).contains(3, 6);
    assertThat(offload.moves()).as("out and back").isGreaterThanOrEqualTo(6);
    assertThat(offload.wakes()).as("157.6 s in a hundredth of the time").isNotEmpty();
    assertThat(offload.wakes()).allMatch(seconds -> seconds >= 1.5);
    assertThat(events)
        .contains("node4 is on host1 from now on.", "node4 is on host4 from now on.")
        .noneMatch(event -> event.contains("died"));
  }
}
