package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.distribution.ZipfDistribution;
import org.quorate.core.testing.GoodnessOfFit;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

class RequestDistributionTest {
  private static final double ALPHA = 0.001;
  private static final int DRAWS = 400_000;

  /**
   * Each row's share, ours with seed 1 and YCSB's own with seed 71, both over 1,000 rows and
   * 400,000 reads.
   */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "requestdistribution=uniform",
        "requestdistribution=uniform insertstart=100 insertcount=300",
        "requestdistribution=zipfian",
        "requestdistribution=zipfian insertstart=100 insertcount=300",
        "requestdistribution=latest",
        "requestdistribution=hotspot",
        "requestdistribution=hotspot hotspotdatafraction=0.013 hotspotopnfraction=0.4",
        "requestdistribution=sequential",
        "requestdistribution=exponential",
        "requestdistribution=exponential exponential.percentile=60 exponential.frac=0.05",
      })
  void readsEachRowAsOftenAsYcsb(String properties) throws WorkloadException {
    String[] assignments = (properties + " readproportion=1 updateproportion=0").split(" ");
    long[] ours = new long[1000];
    Workload workload = Workloads.of(assignments);
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    for (int i = 0; i < DRAWS; i++) {
      ours[(int) stream.next().keyNumber()]++;
    }
    StockYcsb.seed(71);
    long[] theirs = ycsb(workload.keyNames(), assignments);
    assertThat(GoodnessOfFit.chiSquareTwoSamples(ours, theirs)).isGreaterThan(ALPHA);
  }

  /**
   * With a tenth inserts: how many rows before the newest one the reads lie, YCSB's own with seed
   * 72 and ours with seed 2, over 20,000 operations from 1,000 rows on. When a row is inserted is
   * chance, and moves the ages of all later reads together; so ours inserts when YCSB did, and only
   * reads differ.
   */
  @ParameterizedTest
  @ValueSource(strings = {"latest", "zipfian", "uniform", "exponential"})
  void followsInsertsAsYcsbDoes(String name) throws WorkloadException {
    String[] assignments = {
      "requestdistribution=" + name,
      "readproportion=0.9",
      "updateproportion=0",
      "insertproportion=0.1",
      "operationcount=20000",
    };
    Workload workload = Workloads.of(assignments);
    RowCounts theirs = new RowCounts(workload.keyNames(), 1000, 5000, true);
    StockYcsb.seed(72);
    run(theirs, 20_000, assignments);

    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(2, 0, keys);
    Deque<Long> inserts = new ArrayDeque<>();
    long[] ours = new long[5000];
    for (int rows = 1000; rows <= theirs.rows; rows++) {
      for (int read = 0; read < theirs.readsAt[rows]; read++) {
        // A row that does not exist yet would be of negative age and fail here.
        ours[(int) (keys.lastAcknowledged() - nextRead(stream, inserts))]++;
      }
      while (inserts.isEmpty()) {
        nextRead(stream, inserts);
      }
      keys.acknowledge(inserts.remove());
    }
    assertThat(GoodnessOfFit.chiSquareTwoSamples(ours, theirs.counts)).isGreaterThan(ALPHA);
  }

  /** The row of the next read; inserts before it are kept to be acknowledged later. */
  private static long nextRead(OperationStream stream, Deque<Long> inserts) {
    Operation operation = stream.next();
    while (operation.kind() == OperationKind.INSERT) {
      inserts.add(operation.keyNumber());
      operation = stream.next();
    }
    return operation.keyNumber();
  }

  /** Seed 3. */
  @Test
  void zipfianExactFollowsZipfsLawOverScatteredRows() {
    Workload workload = Workloads.of("requestdistribution=zipfian-exact");
    long[] counts = counts(workload, 3);
    ZipfDistribution zipf = new ZipfDistribution(1000, 0.99);
    double[] probabilities = new double[1000];
    long[] byRank = counts.clone();
    Arrays.sort(byRank);
    for (int rank = 0; rank < 1000; rank++) {
      probabilities[rank] = zipf.probability(rank);
    }
    assertThat(byRank[999] / (double) DRAWS).isCloseTo(0.1294, within(0.003));
    assertThat(Arrays.stream(byRank, 990, 1000).sum() / (double) DRAWS)
        .isCloseTo(Arrays.stream(probabilities, 0, 10).sum(), within(0.004));
    assertThat(hottest(counts)).isNotEqualTo(0);
    assertThat(hottest(counts(workload, 4))).isEqualTo(hottest(counts));
  }

  /** What the javadoc of the oddity says. Seed 5. */
  @Test
  void zipfianGivesTheHottestOfAThousandRowsFourPerCent() {
    long[] counts = counts(Workloads.of("requestdistribution=zipfian"), 5);
    long[] sorted = counts.clone();
    Arrays.sort(sorted);
    assertThat(sorted[999] / (double) DRAWS).isCloseTo(0.0388, within(0.001));
    assertThat(sorted[0] / (double) DRAWS).isBetween(0.0004, 0.0007);
  }

  @Test
  void aTableOfOneRowHasOnlyThatRow() {
    for (String name :
        new String[] {
          "uniform", "zipfian", "zipfian-exact", "latest", "hotspot", "sequential", "exponential"
        }) {
      Workload workload = Workloads.of("recordcount=1", "requestdistribution=" + name);
      OperationStream stream = workload.stream(1, 0, workload.keySequence());
      for (int i = 0; i < 100; i++) {
        assertThat(stream.next().keyNumber()).as(name).isZero();
      }
    }
  }

  @Test
  void aHotSetMayHoldAllRowsOrNone() {
    for (String fraction : new String[] {"0", "1"}) {
      long[] counts =
          counts(Workloads.of("requestdistribution=hotspot", "hotspotdatafraction=" + fraction), 6);
      double[] even = new double[1000];
      Arrays.fill(even, 0.001);
      assertThat(GoodnessOfFit.chiSquare(counts, even)).isGreaterThan(ALPHA);
    }
  }

  @Test
  void sequentialCountsOverAllLanes() {
    Workload workload = Workloads.of("requestdistribution=sequential");
    KeySequence keys = workload.keySequence();
    OperationStream one = workload.stream(1, 0, keys);
    OperationStream other = workload.stream(1, 1, keys);
    assertThat(one.next().keyNumber()).isEqualTo(0);
    assertThat(other.next().keyNumber()).isEqualTo(1);
    assertThat(one.next().keyNumber()).isEqualTo(2);
  }

  private static long[] counts(Workload workload, long seed) {
    OperationStream stream = workload.stream(seed, 0, workload.keySequence());
    long[] counts = new long[(int) workload.recordCount()];
    for (int i = 0; i < DRAWS; i++) {
      counts[(int) stream.next().keyNumber()]++;
    }
    return counts;
  }

  private static int hottest(long[] counts) {
    int hottest = 0;
    for (int i = 1; i < counts.length; i++) {
      if (counts[i] > counts[hottest]) {
        hottest = i;
      }
    }
    return hottest;
  }

  private static long[] ycsb(KeyNames names, String... assignments) throws WorkloadException {
    RowCounts counts = new RowCounts(names, 1000, 1000, false);
    run(counts, DRAWS, assignments);
    return counts.counts;
  }

  private static void run(RowCounts counts, int operations, String... assignments)
      throws WorkloadException {
    Properties properties = new Properties();
    properties.setProperty("recordcount", "1000");
    properties.setProperty("operationcount", "20000");
    for (String assignment : assignments) {
      int equals = assignment.indexOf('=');
      properties.setProperty(assignment.substring(0, equals), assignment.substring(equals + 1));
    }
    CoreWorkload workload = StockYcsb.workload(properties);
    for (int i = 0; i < operations; i++) {
      workload.doTransaction(counts, null);
    }
  }

  /** A YCSB database that counts the reads of each row by its ordinal, or by its age in rows. */
  private static final class RowCounts extends DB {
    final long[] counts;
    private final Map<String, Integer> ordinals = new HashMap<>();
    private final boolean byAge;

    /** How many reads there were while there were so many rows. */
    final int[] readsAt = new int[10_000];

    private int rows;

    RowCounts(KeyNames names, int rows, int cells, boolean byAge) {
      this.counts = new long[cells];
      this.rows = rows;
      this.byAge = byAge;
      for (int i = 0; i < 100_000; i++) {
        ordinals.put(names.text(names.key(i)), i);
      }
    }

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      int ordinal = Objects.requireNonNull(ordinals.get(key));
      counts[byAge ? rows - 1 - ordinal : ordinal]++;
      readsAt[rows]++;
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      rows++;
      return Status.OK;
    }

    @SuppressWarnings("NonApiType") // as the class of YCSB that is extended declares it
    @Override
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status delete(String table, String key) {
      return Status.NOT_IMPLEMENTED;
    }
  }
}
