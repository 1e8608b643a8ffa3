package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.study.plan.Rest;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.testing.Studies;

/** Studies of Cassandra in which nodes of a rack share fewer hosts. */
final class ConsolidationStudyTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void hostsThatRestAreAFactor() throws Exception {
    Study study =
        load(
            """
            cluster: {nodes: 6, racks: 3, host-quota: 0.25}
            levels: {read: quorate 1%, write: ONE}
            offload: {capacity: 80/s, low: 0.6, high: 0.75}
            factors: {offload: [none, consolidate]}
            """);

    assertThat(study.cells().values())
        .as("no replica is away, so any levels will do")
        .extracting(RunSettings::offload)
        .extracting(offload -> offload == null ? null : offload.rest())
        .containsExactly(Rest.NONE, Rest.CONSOLIDATE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          nodes: 6, host-quota: 0.5           | | fewer racks than replicas | cluster: {racks: 3}
          nodes: 6, racks: 2, host-quota: 0.5 | | fewer racks than replicas | or take none
          nodes: 6, racks: 3                  | | no hosts that nodes could share | host-quota
          nodes: 6, racks: 3, processor-quota: 0.5 | | no hosts that nodes could share | host-quota
          nodes: 3, racks: 3, host-quota: 0.5 | | a rack with one host | add nodes
          nodes: 5, racks: 3, host-quota: 0.5 | | a rack with one host | add nodes
          nodes: 6, racks: 3, nodes-per-host: 2, host-quota: 0.5 | | a rack with one host | lower nodes-per-host
          nodes: 6, racks: 3, host-quota: 0.5 | , awake: 2 | none of the 2 hosts of a rack may rest | lower it
          nodes: 6, racks: 3, host-quota: 0.5 | , gear: dc1 | no data centre rests | remove offload.gear
          engine: hbase, nodes: 6, host-quota: 0.5 | | gives its regions away | take idle
          """)
  void refusesWhereNoHostCouldRest(String cluster, String more, String why, String advice) {
    String offload = "{rest: consolidate, capacity: 80/s" + (more == null ? "" : more) + "}";

    assertThatThrownBy(() -> load("cluster: {" + cluster + "}\noffload: " + offload + "\n"))
        .isInstanceOf(StudyFileException.class)
        .hasMessageContaining(why)
        .hasMessageContaining(advice);
  }

  private Study load(String lines) throws Exception {
    return Studies.load(folder, "title: x\nworkload: {properties: {recordcount: 10}}\n" + lines)
        .study();
  }
}
