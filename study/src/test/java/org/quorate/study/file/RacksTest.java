package org.quorate.study.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.testing.Studies;

/** A study says so where a host may have several replicas of a row. */
final class RacksTest {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  private Path folder;

  @Test
  void hostsWithSeveralReplicasOfARowAreSaid() throws Exception {
    assertThat(notes("nodes: 6, nodes-per-host: 2"))
        .singleElement()
        .asString()
        .contains("several replicas of a row")
        .contains("as many racks as replicas");
    assertThat(notes("nodes: 6, nodes-per-host: 2, racks: 2")).hasSize(1);
  }

  @Test
  void nothingIsSaidWhereNoHostHasSeveral() throws Exception {
    assertThat(notes("nodes: 6, nodes-per-host: 2, racks: 3")).isEmpty();
    assertThat(notes("nodes: 6, nodes-per-host: 2, replication-factor: 1")).isEmpty();
    assertThat(notes("nodes: 6")).isEmpty();
    assertThat(notes("engine: hbase, nodes: 6, nodes-per-host: 2")).isEmpty();
  }

  private List<String> notes(String cluster) throws Exception {
    return Studies.load(
            folder,
            "title: x\nworkload: {properties: {recordcount: 10}}\nload: {threads: 2}\ncluster: {"
                + cluster
                + "}\n")
        .study()
        .notes();
  }
}
