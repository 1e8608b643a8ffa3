package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WorkloadTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requestdistribution=uniform",
        "requestdistribution=zipfian zipfianconstant=0.7",
        "requestdistribution=zipfian-exact zipfianconstant=1.3",
        "requestdistribution=latest zipfianconstant=0.5 insertproportion=0.25 readproportion=0.75"
            + " updateproportion=0",
        "requestdistribution=hotspot hotspotdatafraction=0.1 hotspotopnfraction=0.9",
        "requestdistribution=sequential insertstart=100 insertcount=200",
        "requestdistribution=exponential exponential.percentile=90 exponential.frac=0.5",
        "fieldcount=3 fieldlength=50 minfieldlength=5 fieldlengthdistribution=uniform"
            + " fieldnameprefix=f table=mine",
        "readproportion=0.5 updateproportion=0.25 scanproportion=0.125"
            + " readmodifywriteproportion=0.125 minscanlength=2 maxscanlength=9"
            + " scanlengthdistribution=zipfian",
        "readallfields=false writeallfields=true insertorder=ordered zeropadding=12"
            + " operationcount=1000"
      })
  void theSameWorkloadCanBeMadeOfIt(String assignments) {
    Workload workload = Workloads.of(assignments.split(" ", -1));
    assertThat(WorkloadText.workload(WorkloadText.properties(workload))).isEqualTo(workload);
  }
}
