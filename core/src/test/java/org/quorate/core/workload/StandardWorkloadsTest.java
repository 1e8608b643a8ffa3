package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.testing.GoodnessOfFit;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** The six files that ship, and the documented mix of each. */
class StandardWorkloadsTest {
  private static final Path FOLDER = Path.of("..", "workloads");

  /** A million operations with seed 1, at alpha 0.001. */
  @ParameterizedTest
  @CsvSource({
    "a, 0.5, 0.5, 0, 0, 0, zipfian",
    "b, 0.95, 0.05, 0, 0, 0, zipfian",
    "c, 1, 0, 0, 0, 0, zipfian",
    "d, 0.95, 0, 0.05, 0, 0, latest",
    "e, 0, 0, 0.05, 0.95, 0, zipfian",
    "f, 0.5, 0, 0, 0, 0.5, zipfian",
  })
  void drawsTheDocumentedMix(
      String letter,
      double read,
      double update,
      double insert,
      double scan,
      double readModifyWrite,
      String distribution)
      throws IOException {
    Workload workload = standard(letter);
    assertThat(workload.requests().name()).isEqualTo(distribution);
    assertThat(workload.recordCount()).isEqualTo(1000);
    assertThat(workload.operationCount()).isEqualTo(1000);
    assertThat(workload.notes()).isEmpty();
    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(1, 0, keys);
    Map<OperationKind, Long> counts = new EnumMap<>(OperationKind.class);
    for (int i = 0; i < 1_000_000; i++) {
      Operation operation = stream.next();
      counts.merge(operation.kind(), 1L, Long::sum);
      if (operation.kind() == OperationKind.INSERT) {
        keys.acknowledge(operation.keyNumber());
      }
    }
    double[] mix = {read, update, insert, scan, readModifyWrite};
    long[] inOrder =
        Arrays.stream(OperationKind.values())
            .mapToLong(kind -> counts.getOrDefault(kind, 0L))
            .toArray();
    for (int i = 0; i < mix.length; i++) {
      assertThat(inOrder[i] == 0).isEqualTo(mix[i] == 0);
    }
    assertThat(GoodnessOfFit.chiSquare(inOrder, mix)).isGreaterThan(0.001);
  }

  /** A hundred thousand scans with seed 1, at alpha 0.001. */
  @Test
  void workloadEScansOneToAHundredRows() throws IOException {
    Workload workload = standard("e");
    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(1, 0, keys);
    long[] counts = new long[100];
    double[] even = new double[100];
    Arrays.fill(even, 0.01);
    for (int i = 0; i < 100_000; i++) {
      Operation operation = stream.next();
      if (operation.kind() == OperationKind.SCAN) {
        counts[operation.scanLength() - 1]++;
      }
    }
    assertThat(GoodnessOfFit.chiSquare(counts, even)).isGreaterThan(0.001);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
  void stockYcsbTakesTheFilesToo(String letter) throws IOException, WorkloadException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(FOLDER.resolve("workload" + letter))) {
      properties.load(reader);
    }
    assertThat(StockYcsb.workload(properties)).isInstanceOf(CoreWorkload.class);
    assertThat(properties.getProperty("workload")).isEqualTo(CoreWorkload.class.getName());
  }

  /** The values of stock YCSB's own template, every property it documents uncommented. */
  @Test
  void takesEveryPropertyOfYcsbsTemplate() throws IOException {
    String template =
        """
        workload=com.yahoo.ycsb.workloads.CoreWorkload
        recordcount=1000000
        operationcount=3000000
        insertcount=
        insertstart=0
        fieldcount=10
        fieldlength=100
        readallfields=true
        writeallfields=false
        fieldlengthdistribution=constant
        readproportion=0.95
        updateproportion=0.05
        insertproportion=0
        readmodifywriteproportion=0
        scanproportion=0
        maxscanlength=1000
        scanlengthdistribution=uniform
        insertorder=hashed
        requestdistribution=zipfian
        hotspotdatafraction=0.2
        hotspotopnfraction=0.8
        maxexecutiontime=\s
        table=usertable
        columnfamily=
        measurementtype=histogram
        measurement.raw.output_file = /tmp/your_output_file_for_this_run
        measurement.trackjvm = false
        histogram.buckets=1000
        timeseries.granularity=1000
        reportlatencyforeacherror=false
        latencytrackederrors="<comma separated strings of error codes>"
        core_workload_insertion_retry_limit = 0
        core_workload_insertion_retry_interval = 3
        htrace.span.receiver.classes=none
        """;
    Workload workload =
        WorkloadProperties.empty().withFile("template", new StringReader(template)).workload();
    assertThat(workload.recordCount()).isEqualTo(1_000_000);
    assertThat(workload.insertCount()).isEqualTo(1_000_000);
    assertThat(workload.notes())
        .contains(
            "template:25: measurementtype has no effect here: latencies are always recorded in"
                + " HdrHistograms.")
        .hasSize(11);
  }

  @Test
  void theManualNamesEveryPropertyThatIsHonoured() throws IOException {
    String manual = Files.readString(Path.of("..", "docs", "workloads.md"));
    assertThat(PropertyNames.HONOURED).allMatch(name -> manual.contains("`" + name));
  }

  private static Workload standard(String letter) throws IOException {
    Path file = FOLDER.resolve("workload" + letter);
    try (Reader reader = Files.newBufferedReader(file)) {
      return WorkloadProperties.empty().withFile(file.toString(), reader).workload();
    }
  }
}
