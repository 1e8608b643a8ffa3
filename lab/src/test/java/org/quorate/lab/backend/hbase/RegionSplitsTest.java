package org.quorate.lab.backend.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.workload.KeyNames;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;

final class RegionSplitsTest {
  private static final int REGIONS = 6;

  /** Hashed and ordered names, of one length and of several. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "insertorder=hashed",
        "insertorder=ordered",
        "insertorder=ordered\nzeropadding=8",
        "insertorder=ordered\ninsertstart=700\ninsertcount=300"
      })
  void everyRegionGetsEquallyManyRows(String properties) throws Exception {
    Workload workload = workload("recordcount=1000\n" + properties);
    byte[][] splits = RegionSplits.of(workload, REGIONS);

    assertThat(splits.length).isEqualTo(REGIONS - 1);
    int[] rows = rows(workload, splits);
    long fair = workload.insertCount() / REGIONS;
    assertThat(Arrays.stream(rows).sum()).isEqualTo((int) workload.insertCount());
    assertThat(Arrays.stream(rows)).allMatch(count -> Math.abs(count - fair) <= 1);
  }

  @Test
  void manyRowsAreSpreadAsWellAsSomeOfThemTell() throws Exception {
    Workload workload = workload("recordcount=100000");

    int[] rows = rows(workload, RegionSplits.of(workload, REGIONS));

    assertThat(Arrays.stream(rows)).allMatch(count -> Math.abs(count - 100_000 / REGIONS) < 1_000);
  }

  @Test
  void thereAreNoMoreRegionsThanRows() throws Exception {
    assertThat(RegionSplits.of(workload("recordcount=1"), REGIONS).length).isZero();
    assertThat(RegionSplits.of(workload("recordcount=2"), REGIONS).length).isEqualTo(1);
    assertThat(RegionSplits.of(workload("recordcount=100"), 1).length).isZero();
  }

  private static int[] rows(Workload workload, byte[][] splits) {
    KeyNames names = workload.keyNames();
    int[] rows = new int[splits.length + 1];
    for (long i = 0; i < workload.insertCount(); i++) {
      byte[] name = names.bytes(names.key(workload.insertStart() + i));
      int region = 0;
      while (region < splits.length && Bytes.compareTo(name, splits[region]) >= 0) {
        region++;
      }
      rows[region]++;
    }
    return rows;
  }

  private static Workload workload(String properties) throws IOException {
    return WorkloadProperties.empty()
        .withFile("workload", new StringReader(properties + "\n"))
        .workload();
  }
}
