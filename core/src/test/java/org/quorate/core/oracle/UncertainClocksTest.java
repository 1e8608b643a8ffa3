package org.quorate.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.quorate.core.oracle.Operation.read;
import static org.quorate.core.oracle.Operation.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.HistoryFormat;
import org.quorate.core.history.OperationType;
import org.quorate.core.history.Outcome;

/** Reads are judged for every setting of the clocks, one setting after the other. */
final class UncertainClocksTest {
  private static final int HISTORIES = 3_000;
  private static final int GROUPS = 3;

  @Test
  void agreesWithAllSettingsOfTheClocksOneByOne() {
    long stale = 0;
    long undecided = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      List<Operation> history = RandomHistory.of(seed);
      Random random = new Random(seed);
      List<Long> uncertainties = new ArrayList<>();
      for (int group = 0; group < GROUPS; group++) {
        uncertainties.add((long) random.nextInt(4));
      }
      Staleness found = judge(history, uncertainties).total();
      long expectedStale = 0;
      long expectedUndecided = 0;
      for (Operation each : history) {
        if (each.type() == OperationType.READ && each.outcome() == Outcome.OK) {
          boolean forAll = true;
          boolean forSome = false;
          for (List<Long> setting : settings(uncertainties)) {
            boolean here = isStale(each, history, setting);
            forAll &= here;
            forSome |= here;
          }
          expectedStale += forAll ? 1 : 0;
          expectedUndecided += forSome && !forAll ? 1 : 0;
        }
      }
      assertThat(List.of(found.staleReads(), found.undecidedReads()))
          .as("seed %d, %s", seed, uncertainties)
          .containsExactly(expectedStale, expectedUndecided);
      stale += expectedStale;
      undecided += expectedUndecided;
    }
    assertThat(stale).isGreaterThan(HISTORIES / 2);
    assertThat(undecided).isGreaterThan(HISTORIES / 10);
  }

  private static Judgement judge(List<Operation> history, List<Long> uncertainties) {
    Oracle oracle =
        new Oracle(8, List.of(), JudgedReads.NONE, new ClockUncertainties(uncertainties));
    oracle.add(Operation.log(history));
    return oracle.judgement();
  }

  private static List<List<Long>> settings(List<Long> uncertainties) {
    List<List<Long>> settings = List.of(List.of());
    for (long most : uncertainties) {
      List<List<Long>> longer = new ArrayList<>();
      for (List<Long> setting : settings) {
        for (long off = -most; off <= most; off++) {
          List<Long> with = new ArrayList<>(setting);
          with.add(off);
          longer.add(with);
        }
      }
      settings = longer;
    }
    return settings;
  }

  private static boolean isStale(Operation read, List<Operation> history, List<Long> setting) {
    return history.stream()
        .anyMatch(
            o ->
                o.type() == OperationType.WRITE
                    && o.outcome() == Outcome.OK
                    && o.key() == read.key()
                    && o.version() > read.version()
                    && o.complete() + setting.get(o.group())
                        < read.invoke() + setting.get(read.group()));
  }

  @Test
  void withoutUncertaintyItIsTheRuleItself() {
    for (long seed = 0; seed < 1_000; seed++) {
      List<Operation> history = RandomHistory.of(seed);
      assertThat(judge(history, List.of(0L, 0L, 0L)))
          .isEqualTo(Oracle.judge(Operation.log(history), 8));
    }
  }

  @Test
  void whatItsOwnHostWroteIsNeverUncertain() {
    List<Operation> history =
        List.of(write(1, 7, 0, 10, 1).in(1), read(1, HistoryFormat.NO_VERSION, 11, 12, 2).in(1));
    Staleness found = judge(history, List.of(0L, 1_000_000L)).total();
    assertThat(found.staleReads()).isOne();
    assertThat(found.undecidedReads()).isZero();
    assertThat(found.nanosBehind().getMaxValue()).isOne();
  }

  @Test
  void whatAnotherWroteCountsOnlyWhereBothClocksMustAgree() {
    assertThat(undecidedAndStale(100, 111)).containsExactly(0L, 1L);
    assertThat(undecidedAndStale(100, 110)).containsExactly(1L, 0L);
    assertThat(undecidedAndStale(100, 91)).containsExactly(1L, 0L);
    assertThat(undecidedAndStale(100, 90)).containsExactly(0L, 0L);
  }

  /** Two clocks that may be off by 4 and 6 ns. */
  private static List<Long> undecidedAndStale(long completed, long invoked) {
    List<Operation> history =
        List.of(
            write(1, 7, 0, completed, 1).in(1),
            read(1, HistoryFormat.NO_VERSION, invoked, invoked + 5, 1).in(2));
    Staleness found = judge(history, List.of(0L, 4L, 6L)).total();
    return List.of(found.undecidedReads(), found.staleReads());
  }

  @Test
  void aClockIsNotOffByLessThanNothing() {
    assertThatThrownBy(() -> new ClockUncertainties(List.of(0L, -1L)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
