package org.quorate.core.staleness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.workload.Workload;
import org.quorate.core.workload.WorkloadProperties;

class WorkloadPopularityTest {
  private static Workload workload(String properties) throws Exception {
    return WorkloadProperties.empty().withFile("test", new StringReader(properties)).workload();
  }

  @Test
  void aUniformWorkloadSpreadsEvenly() throws Exception {
    KeyPopularity popularity =
        WorkloadPopularity.of(workload("recordcount=100\nrequestdistribution=uniform"));
    assertThat(popularity.mean(share -> share)).isCloseTo(0.01, within(0.0001));
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 100_000, 1_000_000, 5_000_000})
  void rowsAreNotTakenForHotterBecauseTheyWereDrawn(int rows) throws Exception {
    KeyPopularity popularity =
        WorkloadPopularity.of(workload("recordcount=" + rows + "\nrequestdistribution=uniform"));
    assertThat(popularity.mean(share -> share)).isCloseTo(1.0 / rows, withinPercentage(3));
    assertThat(popularity.mean(share -> 1)).isCloseTo(1, within(1e-9));
  }

  @Test
  void aSkewedWorkloadIsSkewed() throws Exception {
    KeyPopularity popularity =
        WorkloadPopularity.of(workload("recordcount=1000\nrequestdistribution=zipfian"));
    // The hottest of 1,000 rows gets 3.9 % of YCSB's requests.
    assertThat(popularity.mean(share -> share > 0.03 ? 1 : 0)).isCloseTo(0.039, within(0.002));
  }
}
