package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadPropertiesTest {
  @Test
  void whatIsNotSetIsAsInYcsb() {
    Workload workload = WorkloadProperties.empty().withOverride("recordcount=1000").workload();
    assertThat(workload.operationCount()).isZero();
    assertThat(workload.insertStart()).isZero();
    assertThat(workload.insertCount()).isEqualTo(1000);
    assertThat(workload.threadCount()).isEqualTo(1);
    assertThat(workload.target()).isZero();
    assertThat(workload.maximumExecutionTime()).isZero();
    assertThat(workload.table()).isEqualTo("usertable");
    assertThat(workload.fields())
        .isEqualTo(new Fields(10, "field", 1, 100, LengthDistribution.CONSTANT, true, false));
    assertThat(workload.fields().names()).hasSize(10).startsWith("field0", "field1");
    assertThat(workload.scans()).isEqualTo(new Scans(1, 1000, LengthDistribution.UNIFORM));
    assertThat(workload.mix()).isEqualTo(new OperationMix(0.95, 0.05, 0, 0, 0));
    assertThat(workload.requests()).isEqualTo(new RequestDistribution.Uniform());
    assertThat(workload.keyNames()).isEqualTo(new KeyNames(true, 1));
    assertThat(workload.extra()).isEmpty();
    assertThat(workload.notes()).isEmpty();
  }

  @Test
  void everyPropertyIsHonoured() throws IOException {
    String file =
        """
        workload=site.ycsb.workloads.CoreWorkload
        recordcount=2000
        operationcount=3000
        insertstart=100
        insertcount=500
        threadcount=16
        target=1500
        maxexecutiontime=60
        table=mytable
        fieldcount=3
        fieldnameprefix=f
        fieldlength=50
        minfieldlength=5
        fieldlengthdistribution=uniform
        readallfields=false
        writeallfields=TRUE
        readproportion=0.4
        updateproportion=0.3
        insertproportion=0.1
        scanproportion=0.1
        readmodifywriteproportion=0.1
        requestdistribution=hotspot
        hotspotdatafraction=0.1
        hotspotopnfraction=0.7
        minscanlength=2
        maxscanlength=20
        scanlengthdistribution=zipfian
        insertorder=ordered
        zeropadding=12
        dataintegrity=false
        """;
    Workload workload =
        WorkloadProperties.empty().withFile("file", new StringReader(file)).workload();
    assertThat(workload.recordCount()).isEqualTo(2000);
    assertThat(workload.operationCount()).isEqualTo(3000);
    assertThat(workload.insertStart()).isEqualTo(100);
    assertThat(workload.insertCount()).isEqualTo(500);
    assertThat(workload.threadCount()).isEqualTo(16);
    assertThat(workload.target()).isEqualTo(1500);
    assertThat(workload.maximumExecutionTime()).isEqualTo(Duration.ofMinutes(1));
    assertThat(workload.table()).isEqualTo("mytable");
    assertThat(workload.fields())
        .isEqualTo(new Fields(3, "f", 5, 50, LengthDistribution.UNIFORM, false, true));
    assertThat(workload.mix()).isEqualTo(new OperationMix(0.4, 0.3, 0.1, 0.1, 0.1));
    assertThat(workload.requests()).isEqualTo(new RequestDistribution.Hotspot(0.1, 0.7));
    assertThat(workload.scans()).isEqualTo(new Scans(2, 20, LengthDistribution.ZIPFIAN));
    assertThat(workload.keyNames()).isEqualTo(new KeyNames(false, 12));
    assertThat(workload.notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "zipfian, zipfianconstant=0.5, Zipfian[constant=0.5]",
    "zipfian, table=t, Zipfian[constant=0.99]",
    "zipfian-exact, zipfianconstant=1.2, ZipfianExact[constant=1.2]",
    "latest, table=t, Latest[constant=0.99]",
    "Sequential, table=t, Sequential[]",
    "exponential, exponential.percentile=90, 'Exponential[percentile=90.0, fraction=0.8571428571]'",
    "exponential, exponential.frac=0.5, 'Exponential[percentile=95.0, fraction=0.5]'",
  })
  void distributionsTakeTheirParameters(String name, String parameter, String expected) {
    RequestDistribution requests =
        Workloads.of("requestdistribution=" + name, parameter).requests();
    assertThat(requests).hasToString(expected);
    assertThat(requests.name()).isEqualToIgnoringCase(name);
    assertThat(requests.description()).isNotBlank();
  }

  @Test
  void laterFilesAndSettingsOverrideEarlierOnes() throws IOException {
    WorkloadProperties properties =
        WorkloadProperties.empty()
            .withFile("one", new StringReader("recordcount=1\nthreadcount=1\ntable=a"))
            .withFile("two", new StringReader("recordcount=2\nthreadcount=2"))
            .withOverride("recordcount= 3");
    assertThat(properties.workload().recordCount()).isEqualTo(3);
    assertThat(properties.workload().threadCount()).isEqualTo(2);
    assertThat(properties.workload().table()).isEqualTo("a");
  }

  @Test
  void anOverrideCorrectsABadValueInAFile() throws IOException {
    WorkloadProperties properties =
        WorkloadProperties.empty().withFile("one", new StringReader("recordcount=many"));
    assertThat(properties.withOverride("recordcount=5").workload().recordCount()).isEqualTo(5);
  }

  @Test
  void aKeySetTwiceInOneFileIsNoted() throws IOException {
    WorkloadProperties properties =
        WorkloadProperties.empty()
            .withFile("one", new StringReader("recordcount=1\n\nrecordcount=2\n"));
    assertThat(properties.workload().recordCount()).isEqualTo(2);
    assertThat(properties.workload().notes())
        .containsExactly("one:3: recordcount was set before at one:1; the later setting counts.");
  }

  @Test
  void proportionsOfAnotherSumAreDividedByItAndNoted() {
    Workload workload = Workloads.of("readproportion=1", "updateproportion=1");
    assertThat(workload.mix()).isEqualTo(new OperationMix(0.5, 0.5, 0, 0, 0));
    assertThat(workload.notes())
        .containsExactly(
            "The proportions of the operations add up to 2.0; each is divided by that sum, as YCSB"
                + " does.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "measurementtype",
        "hdrhistogram.percentiles",
        "hdrhistogram.fileoutput",
        "exporter",
        "exportfile",
        "status",
        "status.interval",
        "histogram.buckets",
        "db",
        "label",
        "dotransactions",
        "measurement.interval",
        "measurement.trackjvm",
        "timeseries.granularity",
        "core_workload_insertion_retry_limit",
        "core_workload_insertion_retry_interval",
        "reportlatencyforeacherror",
        "latencytrackederrors",
        "spin.sleep",
        "basicdb.verbose",
        "htrace.sampler.classes",
        "readallfieldsbyname",
        "fieldlengthhistogram",
      })
  void whatHasNoEffectIsNoted(String key) {
    Workload workload = Workloads.of(key + "=1");
    assertThat(workload.notes()).hasSize(1);
    assertThat(workload.notes().get(0)).startsWith("-p: " + key + " has no effect here: ");
  }

  @Test
  void propertiesOfOthersAreHandedOn() {
    Workload workload =
        Workloads.of("cassandra.readconsistencylevel=ONE", "quorate.x=1", "hosts=a,b", "port=9042");
    assertThat(workload.extra())
        .containsEntry("cassandra.readconsistencylevel", "ONE")
        .containsEntry("quorate.x", "1")
        .containsEntry("hosts", "a,b")
        .containsEntry("port", "9042")
        .hasSize(4);
    assertThat(workload.notes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "recordcnt=5 | recordcnt: this property is not known; correct or remove it. Did you mean"
            + " recordcount?",
        "frobnicate=5 | frobnicate: this property is not known; correct or remove it.",
        "recordcount=0 | recordcount: \"0\" is not a whole number from 1 to 1125899906842624; write"
            + " one without separators.",
        "recordcount=1,000 | recordcount: \"1,000\" is not a whole number from 1 to"
            + " 1125899906842624; write one without separators.",
        "fieldcount=0 | fieldcount: \"0\" is not a whole number from 1 to 100000; write one"
            + " without separators.",
        "threadcount=-1 | threadcount: \"-1\" is not a whole number from 1 to 1000000; write one"
            + " without separators.",
        "operationcount=x | operationcount: \"x\" is not a whole number of at least 0; write one"
            + " without separators.",
        "readproportion=1.5 | readproportion: \"1.5\" is not a number from 0 to 1; write one such"
            + " as 0.95.",
        "readproportion=NaN | readproportion: \"NaN\" is not a number from 0 to 1; write one such"
            + " as 0.95.",
        "target=0x10 | target: \"0x10\" is not a number of at least 0; write one such as 0.0.",
        "readallfields=yes | readallfields: \"yes\" is not one of true, false.",
        "requestdistribution=zipfain | requestdistribution: \"zipfain\" is not one of uniform,"
            + " zipfian, zipfian-exact, latest, hotspot, sequential, exponential. Did you mean"
            + " zipfian?",
        "insertorder=random | insertorder: \"random\" is not one of hashed, ordered.",
        "dataintegrity=true | dataintegrity: checking values against their key is not supported;"
            + " remove it, and have a history recorded to find wrong reads.",
        "workload=site.ycsb.workloads.TimeSeriesWorkload | workload:"
            + " \"site.ycsb.workloads.TimeSeriesWorkload\" is not supported; only YCSB's core"
            + " workload is, written site.ycsb.workloads.CoreWorkload.",
        "fieldlengthdistribution=histogram | fieldlengthdistribution: lengths from a histogram file"
            + " are not supported; use constant, uniform or zipfian.",
        "minscanlength=2000 | minscanlength: 2000 is more than maxscanlength=1000; lower it.",
        "insertstart=1000 | insertstart: 1000 is not below recordcount=1000; no row would be left.",
        "insertcount=1001 | insertcount: insertstart + insertcount is 1001, more than"
            + " recordcount=1000; recordcount counts all rows of the table.",
      })
  void whatCannotBeUsedIsRefusedInOneSentence(String assignment, String message) {
    assertThatThrownBy(() -> Workloads.of(assignment))
        .isInstanceOf(InvalidWorkloadException.class)
        .hasMessage("-p: " + message);
  }

  @Test
  void theLineOfTheFileStandsInFront() {
    assertThatThrownBy(
            () ->
                WorkloadProperties.empty()
                    .withFile("dir/mine", new StringReader("# mine\n\nreadpropotion=1"))
                    .workload())
        .hasMessage(
            "dir/mine:3: readpropotion: this property is not known; correct or remove it. Did you"
                + " mean readproportion?");
  }

  @Test
  void theSkewOfYcsbsOwnDistributionsEndsBelowOne() {
    assertThatThrownBy(() -> Workloads.of("requestdistribution=latest", "zipfianconstant=1"))
        .hasMessage(
            "-p: zipfianconstant: \"1\" is not a number of at least 0 and below 1, which latest"
                + " needs (requestdistribution=zipfian-exact takes up to 10); write one such as"
                + " 0.99.");
  }

  @Test
  void aShortestFieldLongerThanTheLongestIsRefusedWhereLengthsVary() {
    assertThatThrownBy(() -> Workloads.of("fieldlengthdistribution=uniform", "minfieldlength=101"))
        .hasMessage("-p: minfieldlength: 101 is more than fieldlength=100; lower it.");
    assertThat(Workloads.of("minfieldlength=101").fields().minimumLength()).isEqualTo(101);
  }

  @Test
  void noRecordCountAndNoOperationsAreRefused() {
    assertThatThrownBy(() -> WorkloadProperties.empty().workload())
        .hasMessage(
            "recordcount: the number of rows is missing; set it in a workload file or with -p"
                + " recordcount=1000.");
    assertThatThrownBy(() -> Workloads.of("readproportion=0", "updateproportion=0"))
        .hasMessage(
            "-p: readproportion: all proportions are 0; at least one kind of operation must be"
                + " above 0.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"recordcount", "=5", ""})
  void anOverrideNeedsAKeyAndAValue(String assignment) {
    assertThatThrownBy(() -> WorkloadProperties.empty().withOverride(assignment))
        .hasMessage(
            "-p " + assignment + ": a property is written key=value, such as recordcount=1000.");
  }
}
