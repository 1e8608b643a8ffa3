package org.quorate.core.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.core.testing.GoodnessOfFit;

class OperationStreamTest {
  private static final String[] EVERYTHING = {
    "readproportion=0.2",
    "updateproportion=0.2",
    "insertproportion=0.2",
    "scanproportion=0.2",
    "readmodifywriteproportion=0.2",
    "requestdistribution=zipfian",
    "operationcount=10000",
    "readallfields=false",
    "fieldlengthdistribution=zipfian",
  };

  @Test
  void theSameSeedAndLaneGiveTheSameOperations() {
    Workload workload = Workloads.of(EVERYTHING);
    assertThat(texts(workload, 7, 3)).isEqualTo(texts(workload, 7, 3));
  }

  @Test
  void otherLanesAndSeedsGiveOtherOperations() {
    Workload workload = Workloads.of(EVERYTHING);
    Set<List<String>> sequences = new HashSet<>();
    for (int lane = 0; lane < 10; lane++) {
      sequences.add(texts(workload, 1, lane));
      sequences.add(texts(workload, 2, lane));
    }
    assertThat(sequences).hasSize(20);
  }

  /** What a seed gives is part of what users rely on: it must not change unnoticed. */
  @Test
  void aSeedGoesOnGivingWhatItGave() {
    Workload workload = Workloads.of("requestdistribution=zipfian");
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    assertThat(IntStream.range(0, 5).mapToObj(i -> stream.next().toString()))
        .containsExactly(
            "READ key 2408371864701034737 (number 10)",
            "READ key 5802728716254195226 (number 705)",
            "READ key 421878369568224943 (number 403)",
            "READ key 6862728708791239180 (number 679)",
            "READ key 8170012179481642210 (number 123)");
  }

  @Test
  void keysDoNotChangeWithTheSizeOfTheRows() {
    Workload small = Workloads.of("updateproportion=0.5", "fieldlength=10");
    Workload large = Workloads.of("updateproportion=0.5", "fieldlength=500", "writeallfields=true");
    OperationStream ofSmall = small.stream(1, 0, small.keySequence());
    OperationStream ofLarge = large.stream(1, 0, large.keySequence());
    for (int i = 0; i < 1000; i++) {
      assertThat(ofLarge.next()).hasToString(ofSmall.next().toString());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void operationsCarryWhatTheirKindNeeds(boolean all) {
    Workload workload =
        Workloads.of(
            "readproportion=0.2",
            "updateproportion=0.2",
            "insertproportion=0.2",
            "scanproportion=0.2",
            "readmodifywriteproportion=0.2",
            "readallfields=" + all,
            "writeallfields=" + all,
            "minscanlength=3",
            "maxscanlength=5");
    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(1, 0, keys);
    Set<OperationKind> seen = new HashSet<>();
    for (int i = 0; i < 1000; i++) {
      Operation operation = stream.next();
      OperationKind kind = operation.kind();
      seen.add(kind);
      assertThat(operation.key()).isEqualTo(KeyNames.hash(operation.keyNumber()));
      assertThat(operation.scanLength()).isBetween(kind == OperationKind.SCAN ? 3 : 0, 5);
      if (kind != OperationKind.SCAN) {
        assertThat(operation.scanLength()).isZero();
      }
      assertThat(operation.readField()).isBetween(all || !kind.reads() ? -1 : 0, 9);
      assertThat(all && operation.readField() != Operation.ALL_FIELDS).isFalse();
      boolean writesOne = !all && kind.writes() && kind != OperationKind.INSERT;
      assertThat(operation.writeField() != Operation.ALL_FIELDS).isEqualTo(writesOne);
      assertThat(operation.values()).hasDimensions(!kind.writes() ? 0 : writesOne ? 1 : 10, 100);
      if (kind == OperationKind.INSERT) {
        keys.acknowledge(operation.keyNumber());
      }
    }
    assertThat(seen).hasSize(5);
  }

  /** Fields of 100,000 updates and reads with seed 1, at alpha 0.001. */
  @Test
  void singleFieldsAreEquallyLikely() {
    Workload workload =
        Workloads.of(
            "readproportion=0",
            "updateproportion=0",
            "readmodifywriteproportion=1",
            "readallfields=false");
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    long[] read = new long[10];
    long[] written = new long[10];
    double[] even = new double[10];
    Arrays.fill(even, 0.1);
    for (int i = 0; i < 100_000; i++) {
      Operation operation = stream.next();
      read[operation.readField()]++;
      written[operation.writeField()]++;
    }
    assertThat(GoodnessOfFit.chiSquare(read, even)).isGreaterThan(0.001);
    assertThat(GoodnessOfFit.chiSquare(written, even)).isGreaterThan(0.001);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 8, 9, 100, 1001})
  void valuesArePrintableAndOfTheirLength(int length) {
    Workload workload =
        Workloads.of("updateproportion=1", "readproportion=0", "fieldlength=" + length);
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    Set<String> distinct = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      byte[] value = stream.next().values()[0];
      assertThat(value).hasSize(length);
      for (byte b : value) {
        assertThat((int) b).isBetween(0x20, 0x5f);
      }
      distinct.add(Arrays.toString(value));
    }
    if (length > 7) {
      assertThat(distinct).hasSize(100);
    }
  }

  /** Characters of a million bytes with seed 1, at alpha 0.001. */
  @Test
  void everyCharacterIsEquallyLikelyAtEveryPlace() {
    Workload workload = Workloads.of("updateproportion=1", "readproportion=0", "fieldlength=13");
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    long[][] counts = new long[13][64];
    double[] even = new double[64];
    Arrays.fill(even, 1 / 64.0);
    for (int i = 0; i < 80_000; i++) {
      byte[] value = stream.next().values()[0];
      for (int place = 0; place < value.length; place++) {
        counts[place][value[place] - 0x20]++;
      }
    }
    for (long[] place : counts) {
      assertThat(GoodnessOfFit.chiSquare(place, even)).isGreaterThan(0.0001);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"uniform", "zipfian"})
  void lengthsStayWithinTheirBounds(String distribution) {
    Workload workload =
        Workloads.of(
            "updateproportion=1",
            "readproportion=0",
            "minfieldlength=5",
            "fieldlength=20",
            "fieldlengthdistribution=" + distribution);
    OperationStream stream = workload.stream(1, 0, workload.keySequence());
    long[] counts = new long[16];
    for (int i = 0; i < 50_000; i++) {
      counts[stream.next().values()[0].length - 5]++;
    }
    assertThat(counts).doesNotContain(0);
    if (distribution.equals("zipfian")) {
      assertThat(counts[0]).isGreaterThan(3 * counts[8]);
    } else {
      double[] even = new double[16];
      Arrays.fill(even, 1 / 16.0);
      assertThat(GoodnessOfFit.chiSquare(counts, even)).isGreaterThan(0.001);
    }
  }

  @Test
  void twoLanesNeverInsertTheSameRow() {
    Workload workload =
        Workloads.of("insertproportion=1", "readproportion=0", "updateproportion=0");
    KeySequence keys = workload.keySequence();
    OperationStream one = workload.stream(1, 0, keys);
    OperationStream other = workload.stream(1, 1, keys);
    assertThat(one.next().keyNumber()).isEqualTo(1000);
    assertThat(other.next().keyNumber()).isEqualTo(1001);
    assertThat(one.next().keyNumber()).isEqualTo(1002);
  }

  @Test
  void loadLanesTogetherInsertEachRowOnce() {
    Workload workload = Workloads.of("insertstart=100", "insertcount=801");
    Set<Long> numbers = new HashSet<>();
    int inserts = 0;
    for (int lane = 0; lane < 7; lane++) {
      LoadStream load = workload.load(1, lane, 7);
      for (Operation insert = load.next(); insert != null; insert = load.next()) {
        assertThat(insert.kind()).isEqualTo(OperationKind.INSERT);
        assertThat(insert.values()).hasDimensions(10, 100);
        assertThat(insert.key()).isEqualTo(KeyNames.hash(insert.keyNumber()));
        numbers.add(insert.keyNumber());
        inserts++;
      }
      assertThat(load.next()).isNull();
    }
    assertThat(inserts).isEqualTo(801);
    assertThat(numbers).hasSize(801).allMatch(number -> number >= 100 && number < 901);
  }

  @Test
  void refusesLanesThatDoNotExist() {
    Workload workload = Workloads.of();
    assertThatThrownBy(() -> workload.load(1, 2, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> workload.stream(1, -1, workload.keySequence()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<String> texts(Workload workload, long seed, int lane) {
    KeySequence keys = workload.keySequence();
    OperationStream stream = workload.stream(seed, lane, keys);
    return IntStream.range(0, 1000)
        .mapToObj(i -> stream.next())
        .peek(
            operation -> {
              if (operation.kind() == OperationKind.INSERT) {
                keys.acknowledge(operation.keyNumber());
              }
            })
        .map(
            operation ->
                operation
                    + " "
                    + operation.readField()
                    + " "
                    + operation.writeField()
                    + " "
                    + operation.scanLength()
                    + Arrays.deepToString(operation.values()))
        .toList();
  }
}
