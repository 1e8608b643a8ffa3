package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.fault.FaultEvent;
import org.quorate.study.fault.HintWindowFault;
import org.quorate.study.fault.HintsFault;
import org.quorate.study.fault.LinkFault;
import org.quorate.study.fault.LinkSet;
import org.quorate.study.fault.LoadFault;
import org.quorate.study.fault.NodeFault;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** Studies that have faults done to servers in the middle of their runs. */
final class FaultStudyTest {
  private static final String HEAD =
      """
      title: x
      workload: {properties: {recordcount: 10}}
      load: {arrivals: poisson 10/s}
      runs: {duration: 60s}
      """;
  private static final String NAMED =
      """
      faults:
        kill: [{at: 10s, kill: node3}, {at: 30s, start: node3}]
        pause: [{at: 10s, pause: node2}]
      factors: {fault: [none, kill, pause], policy: [ONE, QUORUM]}
      """;

  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void oneListIsTheTimeLineOfEveryRun() throws Exception {
    Study study =
        load(
            """
            faults:
              - {at: 0s, kill: node3}
              - {at: 1s, start: node3}
              - {at: 2s, stop: node1}
              - {at: 3s, start: node1}
              - {at: 4s, restart: node1}
              - {at: 5s, pause: node2}
              - {at: 6s, resume: node2}
              - {at: 7s, cut: node1 -> node3}
              - {at: 8s, heal: node1 <-> node3}
              - {at: 9s, isolate: node3}
              - {at: 9s, heal: node3}
              - {at: 10s, slow: node2, delay: lognormal 50ms 0.5}
              - {at: 11s, load: x2.5}
              - {at: 12s, hints: off}
              - {at: 13s, hints: throttled 64KiB/s}
              - {at: 14s, hints: on}
              - {at: 15s, hint-window: 5s}
            factors: {policy: [ONE, QUORUM]}
            """);

    assertThat(study.cells().values())
        .hasSize(2)
        .allSatisfy(
            run ->
                assertThat(run.faults())
                    .containsExactly(
                        event(0, new NodeFault(NodeFault.Deed.KILL, 3)),
                        event(1, new NodeFault(NodeFault.Deed.START, 3)),
                        event(2, new NodeFault(NodeFault.Deed.STOP, 1)),
                        event(3, new NodeFault(NodeFault.Deed.START, 1)),
                        event(4, new NodeFault(NodeFault.Deed.RESTART, 1)),
                        event(5, new NodeFault(NodeFault.Deed.PAUSE, 2)),
                        event(6, new NodeFault(NodeFault.Deed.RESUME, 2)),
                        event(7, link(LinkFault.Deed.CUT, "node1 -> node3", "")),
                        event(8, link(LinkFault.Deed.HEAL, "node1 <-> node3", "")),
                        event(9, link(LinkFault.Deed.CUT, "node3", "")),
                        event(9, link(LinkFault.Deed.HEAL, "node3", "")),
                        event(10, link(LinkFault.Deed.SLOW, "node2", "lognormal 50ms 0.5")),
                        event(11, new LoadFault(2.5)),
                        event(12, new HintsFault(HintsFault.Mode.OFF, 0)),
                        event(13, new HintsFault(HintsFault.Mode.THROTTLED, 65_536)),
                        event(14, new HintsFault(HintsFault.Mode.ON, 0)),
                        event(15, new HintWindowFault(Duration.ofSeconds(5)))));
    assertThat(study.settings().get("faults")).startsWith("0s kill node3, 1s start node3, ");
  }

  @Test
  void aServerIsAddedToARingThatHasRoom() throws Exception {
    Study study =
        load("cluster: {nodes: 4}\nfaults: [{at: 5s, add: node4}, {at: 30s, remove: node4}]\n");

    assertThat(FaultEvent.text(study.cells().values().iterator().next().faults()))
        .isEqualTo("5s add node4, 30s remove node4");
  }

  @Test
  void severalTimeLinesAreLevelsOfAFactor() throws Exception {
    Study study = load(NAMED);

    assertThat(study.cells().get(cell("none", "ONE")).faults()).isEmpty();
    for (String policy : List.of("ONE", "QUORUM")) {
      assertThat(FaultEvent.text(study.cells().get(cell("kill", policy)).faults()))
          .isEqualTo("10s kill node3, 30s start node3");
      assertThat(FaultEvent.text(study.cells().get(cell("pause", policy)).faults()))
          .isEqualTo("10s pause node2");
    }
    assertThat(study.settings())
        .containsEntry("fault kill", "10s kill node3, 30s start node3")
        .containsEntry("fault pause", "10s pause node2")
        .doesNotContainKey("faults");
    assertThat(study.cells().keySet())
        .extracting(Cell::label)
        .contains("read ONE, no fault", "read QUORUM, fault kill");
  }

  @Test
  void aPartHasTheFaultsThatItVaries() throws Exception {
    Study study =
        load(
            NAMED.replaceAll("factors.*\n", "")
                + "parts:\n"
                + "  calm: {factors: {policy: [ONE]}, runs: {duration: 5s}}\n"
                + "  harmed: {factors: {policy: [ONE], fault: [pause]}}\n");

    assertThat(study.cells().values()).extracting(run -> run.faults().size()).containsExactly(0, 1);
  }

  @Test
  void aScaleHasTimeLinesOfItsOwn() throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(
        file,
        HEAD
            + NAMED
            + "scales: {quick: {duration: 8s, faults: {kill: [{at: 1s, kill: node3}], pause: [{at:"
            + " 2s, pause: node1}]}}}\n");
    Study quick =
        StudyFile.load(file, new StudyOverrides(List.of(), Map.of(), "quick", Map.of())).study();
    Study whole = StudyFile.load(file, StudyOverrides.NONE).study();

    assertThat(FaultEvent.text(quick.cells().get(cell("kill", "ONE")).faults()))
        .isEqualTo("1s kill node3");
    assertThat(FaultEvent.text(quick.cells().get(cell("pause", "ONE")).faults()))
        .isEqualTo("2s pause node1");
    assertThat(whole.cells().get(cell("kill", "ONE")).faults()).hasSize(2);
  }

  @Test
  void withoutFaultsNothingIsDone() throws Exception {
    assertThat(load("factors: {policy: [ONE]}\n").cells().values())
        .extracting(RunSettings::faults)
        .containsExactly(List.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          [{kill: node3}]                         | line 5, faults: the key at is missing
          [{at: 5s}]                              | line 5, faults: nothing is done here; write one of kill, stop
          [{at: 5s, kill: node3, pause: node1}]   | line 5, faults: only one thing is done by each event
          [{at: 5s, kil: node3}]                  | line 5, faults.kil: this key is not known; faults has at, delay, kill
          [{at: soon, kill: node3}]               | line 5, faults.at: "soon" is not a duration
          [{at: 5s, kill: 3}]                     | line 5, faults.kill: "3" is no server; servers are called node1
          [{at: 5s, kill: node4}]                 | line 5, faults.kill: the cluster has no node4; its servers are node1 to node3
          [{at: 60s, kill: node3}]                | line 5, faults.at: a run is over after 1m; let the event come earlier
          [{at: 5s, start: node3}]                | line 5, faults.start: node3 runs at that instant
          [{at: 5s, remove: node3}]               | line 5, faults.remove: fewer servers than replicas of each row would be left; raise cluster: nodes
          [{at: 5s, kill: node3}, {at: 4s, start: node3}] | line 5, faults.at: the event before it is later, at 5s
          [{at: 5s, cut: node3}]                  | line 5, faults.cut: links are cut between two servers, such as node1 -> node3; to cut all links of one, write isolate: node3
          [{at: 5s, cut: node1 to node3}]         | line 5, faults.cut: "node1 to node3" names no links
          [{at: 5s, heal: node3}]                 | line 5, faults.heal: none of these links is cut or slow
          [{at: 5s, slow: node3}]                 | line 5, faults.slow: how slow is not said; write delay: 100ms
          [{at: 5s, slow: node3, delay: much}]    | line 5, faults.delay: "much"
          [{at: 5s, kill: node3, delay: 5ms}]     | line 5, faults.delay: only links that are slow have a delay
          [{at: 5s, load: 2}]                     | line 5, faults.load: "2" is no multiple of the load
          [{at: 5s, load: x0}]                    | line 5, faults.load: "x0" is no multiple of the load
          [{at: 5s, hints: slow}]                 | line 5, faults.hints: "slow" is not known of hints; write on, off
          [{at: 5s, hints: throttled 10}]         | line 5, faults.hints: "10" is not a bandwidth
          [{at: 5s, hints: throttled 10kB/s}]     | line 5, faults.hints: servers take the speed of hints in whole KiB/s
          [{at: 5s, hint-window: 0s}]             | line 5, faults.hint-window: it must be longer than 0
          []                                      | line 5, faults: the list is empty
          {kill: []}                              | line 5, faults.kill: the list is empty
          {kill: [{at: 5s, kill: node3}]}         | line 5, faults: no run has these faults; vary the factor fault over kill
          {none: [{at: 5s, kill: node3}]}         | line 5, faults.none: a time line is called by letters
          """)
  void whatCannotBeIsRefusedWithItsPlace(String faults, String problem) {
    assertThatThrownBy(() -> load("faults: " + faults + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          factors: {fault: [kil]}                     | factors.fault: "kil" is no time line under faults; there is kill, pause, none. Did you mean kill?
          factors: {fault: [kill], nodes: [2], replication-factor: [1]} | faults.kill.kill: the cluster has no node3; its servers are node1 to node2
          pilot: {delay: [1ms]}                       | pilot: every run has faults
          scales: {x: {faults: {kil: [{at: 1s, kill: node3}]}}} | scales.x.faults: a scale may change the time lines of the study, which has kill, pause
          scales: {x: {faults: {kill: [{at: 1s, kil: node3}]}}} | scales.x.faults.kill.kil: this key is not known
          """)
  void whatDoesNotFitTheRestOfTheStudyIsRefused(String line, String problem) {
    String others =
        line.startsWith("factors") || line.startsWith("pilot")
            ? NAMED.replaceAll(
                "factors.*\n",
                line.startsWith("pilot") ? "factors: {fault: [kill], policy: [ONE, QUORUM]}\n" : "")
            : NAMED;
    String expected = line.startsWith("pilot") ? "expects: [{stale-reads: {policy: ONE}}]\n" : "";

    assertThatThrownBy(() -> load(others + expected + line + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void oneTimeLineForAllRunsIsNoLevel() {
    assertThatThrownBy(
            () -> load("faults: [{at: 5s, kill: node3}]\nfactors: {fault: [none, kill]}\n"))
        .hasMessageContaining("factors.fault: the study has one time line for all runs");
  }

  @Test
  void theLoadOfAClosedLoopHasNoMultiple() {
    assertThatThrownBy(
            () ->
                Studies.load(
                    folder,
                    HEAD.replace("arrivals: poisson 10/s", "threads: 4")
                        + "faults: [{at: 5s, load: x2}]\n"))
        .hasMessageContaining("faults.load: a closed loop sends as fast as it is answered");
  }

  @Test
  void aRunOfUnknownLengthHasNoFaults() {
    assertThatThrownBy(
            () ->
                Studies.load(
                    folder,
                    HEAD.replace("60s", "60s, operations: 500")
                        + "faults: [{at: 5s, kill: node3}]\n"))
        .hasMessageContaining("faults.at: a run that ends with its operations or rows");
  }

  @Test
  void hbaseHasNone() {
    assertThatThrownBy(() -> load("cluster: {engine: hbase}\nfaults: [{at: 5s, kill: node3}]\n"))
        .hasMessageContaining("faults: faults in the middle of a run are known for Cassandra alone")
        .hasMessageContaining("remove it.");
  }

  private static FaultEvent event(int second, org.quorate.study.fault.Fault fault) {
    return new FaultEvent(Duration.ofSeconds(second), fault);
  }

  private static LinkFault link(LinkFault.Deed deed, String links, String delay) {
    return new LinkFault(deed, LinkSet.parse(links), delay);
  }

  private static Cell cell(String fault, String policy) {
    return new Cell(Map.of("fault", fault, "policy", policy));
  }

  private Study load(String lines) throws Exception {
    return Studies.load(folder, HEAD + lines).study();
  }
}
