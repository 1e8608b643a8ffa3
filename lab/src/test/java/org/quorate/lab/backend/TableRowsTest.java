package org.quorate.lab.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.workload.WorkloadProperties;

final class TableRowsTest {
  @Test
  void workloadsThatDifferOnlyInWhatTheySendShareATable() throws IOException {
    assertThat(rows("readproportion=0.1\nreadallfields=false\nrequestdistribution=latest"))
        .isEqualTo(rows(""));
    assertThat(rows("minfieldlength=7")).isEqualTo(rows(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fieldlength=101",
        "fieldlengthdistribution=uniform",
        "fieldcount=9",
        "recordcount=1001\ninsertcount=1000",
        "recordcount=1001",
        "insertstart=1\ninsertcount=999",
        "insertorder=ordered",
        "table=other"
      })
  void workloadsWithOtherRowsHaveTheirOwnTable(String property) throws IOException {
    assertThat(rows(property)).isNotEqualTo(rows(""));
  }

  @Test
  void theShortestValueCountsWhereLengthsVary() throws IOException {
    assertThat(rows("fieldlengthdistribution=uniform\nminfieldlength=7"))
        .isNotEqualTo(rows("fieldlengthdistribution=uniform"));
  }

  private static TableRows rows(String properties) throws IOException {
    String records = properties.contains("recordcount") ? "" : "recordcount=1000\n";
    return TableRows.of(
        WorkloadProperties.empty()
            .withFile("test", new StringReader(records + properties + "\n"))
            .workload());
  }
}
