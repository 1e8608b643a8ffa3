package org.quorate.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.quorate.core.oracle.Operation.read;
import static org.quorate.core.oracle.Operation.readWithoutRow;
import static org.quorate.core.oracle.Operation.write;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.junit.jupiter.api.Test;
import org.quorate.core.level.Level;

class OracleTest {
  private static final int HISTORIES = 12_000;

  @Test
  void agreesWithTheDefinitionOnRandomHistories() {
    long stale = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<Operation> history = RandomHistory.of(seed);
      Judgement judgement = Oracle.judge(Operation.log(history), 8);
      for (int group = 0; group < 3; group++) {
        for (Level level : RandomHistory.LEVELS) {
          int wanted = group;
          List<Operation> part =
              history.stream().filter(o -> o.group() == wanted && o.level() == level).toList();
          BruteForce expected = new BruteForce(part, history);
          Staleness found =
              judgement.byGroup().getOrDefault(group, Map.of()).getOrDefault(level, Staleness.NONE);
          assertAgrees(found, expected, seed);
          stale += found.staleReads();
        }
      }
      assertAgrees(judgement.total(), new BruteForce(history, history), seed);
    }
    assertThat(stale).as("the histories have stale reads").isGreaterThan(HISTORIES);
  }

  private static void assertAgrees(Staleness found, BruteForce expected, long seed) {
    assertThat(
            List.of(
                found.reads(),
                found.readsWithoutRow(),
                found.staleReads(),
                found.readYourWritesViolations(),
                found.monotonicReadsViolations(),
                found.unknownVersions()))
        .as("seed %d", seed)
        .containsExactly(
            expected.reads,
            expected.readsWithoutRow,
            (long) expected.versionsBehind.size(),
            expected.readYourWritesViolations,
            expected.monotonicReadsViolations,
            expected.unknownVersions);
    if (found.staleReads() > 0) {
      assertThat(values(found.versionsBehind())).isEqualTo(sorted(expected.versionsBehind));
      assertThat(values(found.nanosBehind())).isEqualTo(sorted(expected.nanosBehind));
    }
  }

  private static List<Long> values(Histogram histogram) {
    List<Long> values = new ArrayList<>();
    for (HistogramIterationValue v : histogram.recordedValues()) {
      values.addAll(
          Collections.nCopies((int) v.getCountAddedInThisIterationStep(), v.getValueIteratedTo()));
    }
    return values;
  }

  private static List<Long> sorted(List<Long> values) {
    return values.stream().sorted().toList();
  }

  @Test
  void theOrderOfTheOperationsDoesNotMatter() {
    for (long seed = 0; seed < 500; seed++) {
      List<Operation> history = new ArrayList<>(RandomHistory.of(seed));
      Judgement before = Oracle.judge(Operation.log(history), 4);
      Collections.shuffle(history, new Random(-seed));
      assertThat(Oracle.judge(Operation.log(history), 4)).isEqualTo(before);
    }
  }

  @Test
  void judgementsOfDisjointKeysAddUp() {
    for (long seed = 0; seed < 500; seed++) {
      List<Operation> history = RandomHistory.of(seed);
      long border = history.isEmpty() ? 0 : history.get(0).key();
      Judgement low = judge(history.stream().filter(o -> o.key() < border).toList());
      Judgement high = judge(history.stream().filter(o -> o.key() >= border).toList());
      assertThat(low.plus(high)).isEqualTo(judge(history));
    }
  }

  private static Judgement judge(List<Operation> history) {
    return Oracle.judge(Operation.log(history), 4);
  }

  private static Staleness total(Operation... history) {
    return judge(List.of(history)).total();
  }

  @Test
  void aReadIsStaleOnlyIfTheNewerWriteCompletedStrictlyBeforeIt() {
    Operation old = write(1, 1, 0, 1, 0);
    assertThat(total(old, write(1, 2, 5, 10, 0), read(1, 1, 11, 12, 1)).staleReads()).isEqualTo(1);
    assertThat(total(old, write(1, 2, 5, 10, 0), read(1, 1, 10, 12, 1)).staleReads()).isZero();
    assertThat(total(old, write(1, 2, 5, 10, 0), read(1, 2, 6, 7, 1)).staleReads()).isZero();
    assertThat(total(old, write(2, 2, 5, 10, 0), read(1, 1, 11, 12, 1)).staleReads()).isZero();
  }

  @Test
  void aTimedOutWriteIsAllowedAndNeverRequired() {
    Operation open = write(1, 2, 5, 10, 0).timedOut();
    Staleness staleness =
        total(write(1, 1, 0, 1, 0), open, read(1, 2, 20, 21, 1), read(1, 1, 30, 31, 2));
    assertThat(staleness.staleReads()).isZero();
    assertThat(staleness.unknownVersions()).isZero();
    assertThat(staleness.timedOutWrites()).isEqualTo(1);
  }

  @Test
  void theVersionOfAFailedWriteIsUnknownAndComparedAllTheSame() {
    Staleness staleness =
        total(write(1, 1, 0, 1, 0), write(1, 2, 5, 10, 0).failed(), read(1, 2, 20, 21, 1));
    assertThat(staleness.staleReads()).isZero();
    assertThat(staleness.unknownVersions()).isEqualTo(1);
  }

  @Test
  void noRowIsOlderThanEveryVersion() {
    Staleness staleness = total(write(1, -5, 0, 1, 0), readWithoutRow(1, 2, 3, 1));
    assertThat(staleness.staleReads()).isEqualTo(1);
    assertThat(staleness.readsWithoutRow()).isEqualTo(1);
    assertThat(staleness.unknownVersions()).isZero();
    assertThat(total(readWithoutRow(1, 2, 3, 1)).staleReads()).isZero();
  }

  @Test
  void howFarBehindIsCountedInVersionsAndInTimeSinceTheFirstThatSuperseded() {
    Staleness staleness =
        total(
            write(1, 1, 0, 1, 0),
            write(1, 3, 2, 100, 0),
            write(1, 2, 3, 300, 0),
            write(1, 4, 4, 1000, 0),
            read(1, 1, 500, 600, 1));
    assertThat(staleness.versionsBehind().getMaxValue()).isEqualTo(2);
    assertThat(staleness.nanosBehind().getMaxValue()).isEqualTo(400);
  }

  @Test
  void sessionsAreThoseOfOneClientInOneGroup() {
    Operation own = write(1, 2, 0, 1, 7);
    assertThat(total(own, read(1, 1, 5, 6, 7)).readYourWritesViolations()).isEqualTo(1);
    assertThat(total(own, read(1, 1, 5, 6, 8)).readYourWritesViolations()).isZero();
    assertThat(total(own, read(1, 1, 5, 6, 7).in(1)).readYourWritesViolations()).isZero();
    assertThat(total(own, read(1, 1, 5, 6, 7).in(1)).staleReads()).isEqualTo(1);
    Operation seen = read(1, 2, 0, 1, 7);
    assertThat(total(seen, read(1, 1, 5, 6, 7)).monotonicReadsViolations()).isEqualTo(1);
    assertThat(total(seen, read(1, 1, 1, 6, 7)).monotonicReadsViolations()).isZero();
    assertThat(total(seen, readWithoutRow(1, 5, 6, 7)).monotonicReadsViolations()).isEqualTo(1);
  }

  @Test
  void aReadCountsAtItsOwnLevel() {
    Judgement judgement =
        judge(List.of(write(1, 2, 0, 1, 0).at(Level.QUORUM), read(1, 1, 5, 6, 1).at(Level.TWO)));
    assertThat(judgement.byLevel().keySet()).containsExactly(Level.TWO, Level.QUORUM);
    assertThat(judgement.byLevel().get(Level.TWO)).extracting(Staleness::staleReads).isEqualTo(1L);
  }

  @Test
  void aDuplicateVersionIsCountedAndIsOneVersion() {
    Judgement judgement =
        judge(
            List.of(
                write(1, 2, 0, 9, 0).timedOut(),
                write(1, 2, 0, 8, 0),
                write(1, 2, 0, 8, 0),
                write(1, 2, 0, 4, 0),
                read(1, 1, 10, 11, 1)));
    assertThat(judgement.duplicateVersions()).isEqualTo(3);
    assertThat(judgement.total().versionsBehind().getMaxValue()).isEqualTo(1);
    assertThat(judgement.total().nanosBehind().getMaxValue()).isEqualTo(6);
  }

  @Test
  void instantsAtTheirBoundsDoNotOverflow() {
    long first = -(1L << 62);
    long last = (1L << 62) - 1;
    Staleness staleness = total(write(1, 2, first, first, 0), read(1, 1, last, last, 1));
    assertThat(staleness.nanosBehind().getMaxValue()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aHotKeyTakesLinearithmicTime() {
    Random random = new Random(1);
    List<Operation> history = new ArrayList<>();
    for (int i = 0; i < 200_000; i++) {
      long invoke = random.nextInt(1_000_000);
      boolean write = random.nextBoolean();
      long version = random.nextInt(1_000_000);
      int client = random.nextInt(1000);
      history.add(
          write
              ? write(1, version, invoke, invoke + random.nextInt(500_000), client)
              : read(1, version, invoke, invoke + 5, client));
    }
    assertThat(judge(history).total().staleReads()).isGreaterThan(50_000);
  }
}
