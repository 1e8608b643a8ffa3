package org.quorate.core.control.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quorate.core.evidence.BudgetWindow;

/** A budget of 1 % over five minutes, in parts of a second, on a clock that the test turns. */
class ErrorBudgetTest {
  private static final long SECOND = 1_000_000_000L;
  private static final double TOLERANCE = 0.01;
  private static final double OFTEN = 1_000;

  private final ErrorBudget budget = new ErrorBudget(TOLERANCE, Duration.ofMinutes(5));
  private final Map<Integer, BudgetState> changes = new LinkedHashMap<>();
  private int second;

  /** Some seconds of the same load; remembers at which second the state has changed. */
  private void pass(int seconds, double reads, double staleShare) {
    for (int i = 0; i < seconds; i++) {
      BudgetState before = budget.status().state();
      second++;
      budget.spend(new Spending(reads, reads * staleShare, 0, 0), second * SECOND);
      if (budget.status().state() != before) {
        changes.put(second, budget.status().state());
      }
    }
  }

  @Test
  void whileLessIsSpentThanIsToleratedTheAimIsTheToleranceAndNoMore() {
    pass(400, OFTEN, 0.009);
    assertThat(changes).isEmpty();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
    assertThat(budget.status().spentShare()).isCloseTo(0.9, within(1e-9));
    assertThat(budget.status().slowBurn()).isCloseTo(0.9, within(1e-9));
    assertThat(budget.status().sentence())
        .isEqualTo("Of the error budget of 1 % of the reads of 5m 90 % is spent.");
  }

  @Test
  void whatWasNotSpentIsNoLicenceToExceedTheTolerance() {
    pass(400, OFTEN, 0);
    assertThat(budget.status().spent()).isZero();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
  }

  private static BudgetWindow told(double tolerance, double reads, double spent) {
    return new BudgetWindow(Duration.ofMinutes(5), tolerance, reads, spent);
  }

  @Test
  void whereAllTogetherHaveOverspentWhoHasSpentMoreThanItsOwnShareIsRaised() {
    budget.others(Collections.nCopies(19, told(TOLERANCE, 100, 1.5)));
    pass(1, 100, 0.015);
    assertThat(budget.status().state())
        .as("by less than a read of its own")
        .isEqualTo(BudgetState.SPENT);
    assertThat(budget.status().aim()).isZero();
    assertThat(budget.status().fleet().processes()).isEqualTo(20);
    assertThat(budget.status().sentence())
        .isEqualTo(
            "Of the error budget of 1 % of the reads of 5m 150 % is spent: all reads are raised; 20"
                + " processes together have spent 150 % of theirs.");
    budget.others(List.of());
    pass(1, 70, 0);
    assertThat(budget.status().state()).as("at nine tenths").isEqualTo(BudgetState.CALM);
  }

  @Test
  void whoKeepsTheToleranceItselfIsNeverRaisedForWhatOthersSpentOrSayByABug() {
    budget.others(List.of(told(TOLERANCE, 1e12, 1e12)));
    pass(400, OFTEN, TOLERANCE * 0.99);
    assertThat(changes).isEmpty();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
    assertThat(budget.status().fleet().isOverspent()).isTrue();
  }

  @Test
  void whatOthersLeftUnspentAllowsNothing() {
    ErrorBudget alone = new ErrorBudget(TOLERANCE, Duration.ofMinutes(5));
    budget.others(Collections.nCopies(19, told(TOLERANCE, 1e6, 0)));
    for (int i = 1; i <= 30; i++) {
      Spending spent = new Spending(OFTEN, 2 * i, 0, 0);
      alone.spend(spent, i * SECOND);
      budget.spend(spent, i * SECOND);
      assertThat(budget.status().state()).isEqualTo(alone.status().state());
      assertThat(budget.status().aim()).isEqualTo(alone.status().aim());
    }
    assertThat(budget.status().state()).isEqualTo(BudgetState.SPENT);
  }

  @Test
  void budgetsOfAnotherToleranceOrWindowAreNotAddedUp() {
    budget.others(
        List.of(told(0.02, 100, 50), new BudgetWindow(Duration.ofMinutes(4), TOLERANCE, 100, 50)));
    pass(1, 100, 0.015);
    assertThat(budget.status().state()).isEqualTo(BudgetState.CALM);
    assertThat(budget.status().fleet()).isEqualTo(new FleetBudget(1, 100, 1.5, TOLERANCE));
  }

  /**
   * From 0.5 % to 20.5 %: over 12 s the mean is five times the tolerance when 0.2 n >= 0.54, so in
   * the third second; all is spent when 1.5 + 0.2 n >= 3.001, in the eighth.
   */
  @Test
  void aStepBeyondFiveTimesTheToleranceRaisesTheFastAlarmAtItsExactSecond() {
    pass(300, OFTEN, 0.005);
    pass(60, OFTEN, 0.205);
    assertThat(changes)
        .containsExactly(Map.entry(303, BudgetState.FAST_BURN), Map.entry(308, BudgetState.SPENT));
    assertThat(budget.status().aim()).isZero();
  }

  /** To twice the tolerance: over a minute 0.3 + 0.0155 n >= 0.9, so n = 39; spent at n = 97. */
  @Test
  void aStepBeyondOneAndAHalfTimesTheToleranceRaisesTheSlowAlarmAtItsExactSecond() {
    pass(300, OFTEN, 0.005);
    pass(100, OFTEN, 0.0205);
    assertThat(changes)
        .containsExactly(Map.entry(339, BudgetState.SLOW_BURN), Map.entry(397, BudgetState.SPENT));
  }

  /**
   * After three seconds at 21 % nothing is stale: twelve seconds have to be clean of them for the
   * fast alarm, and a minute until fewer than its tolerance are left for the slow one.
   */
  @Test
  void alarmsAreRaisedAtOnceAndLoweredWhenTheirLongWindowIsBelowTheToleranceToo() {
    pass(300, OFTEN, 0.005);
    pass(3, OFTEN, 0.21);
    pass(100, OFTEN, 0);
    assertThat(changes)
        .containsExactly(
            Map.entry(303, BudgetState.FAST_BURN),
            Map.entry(303 + 12, BudgetState.SLOW_BURN),
            Map.entry(303 + 58, BudgetState.CALM));
  }

  /** Two budgets in ten seconds: all reads are raised until nine tenths of one are left. */
  @Test
  void aSpentBudgetIsPaidBackBeforeReadsAreLowered() {
    pass(300, OFTEN, 0.005);
    pass(10, OFTEN, 0.6);
    assertThat(budget.status().state()).isEqualTo(BudgetState.SPENT);
    pass(295, OFTEN, 0);
    assertThat(budget.status().state()).as("3,000 are left").isEqualTo(BudgetState.SPENT);
    pass(1, OFTEN, 0);
    assertThat(budget.status().state()).isEqualTo(BudgetState.CALM);
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
  }

  /** 20 s at 3 % overspend by 0.4 reads a thousand; 280 s have to make up for it. */
  @Test
  void whatWasOverspentIsTakenFromTheReadsToCome() {
    pass(280, OFTEN, 0.002);
    pass(20, OFTEN, 0.03);
    double over = 20 * OFTEN * (0.03 - TOLERANCE) - 1;
    assertThat(budget.status().state()).isEqualTo(BudgetState.CALM);
    assertThat(budget.status().aim())
        .as("a policy keeps nine tenths of it")
        .isCloseTo((TOLERANCE - over / (280 * OFTEN)) / 0.9, within(1e-12));
    assertThat(budget.status().sentence())
        .contains("% is spent: reads are raised so that at most 0.95");
  }

  @Test
  void aimingAtWhatIsLeftNeverOverspendsAnyWindow() {
    pass(280, OFTEN, 0.002);
    pass(25, OFTEN, 0.03);
    for (int i = 0; i < 900; i++) {
      pass(1, OFTEN, 0.9 * budget.status().aim());
      assertThat(budget.status().spent()).isLessThanOrEqualTo(TOLERANCE * 300 * OFTEN + 1 + 1e-6);
    }
    assertThat(budget.status().aim()).isCloseTo(TOLERANCE, within(1e-12));
  }

  /** Two of a thousand pairs prove nothing; twelve that stand for a thousand reads each do. */
  @Test
  void whatPairsProveCountsInThePlaceOfWhatWasExpected() {
    pass(300, OFTEN, 0.005);
    spendShown(2);
    assertThat(budget.status().spentShare()).isCloseTo(0.5, within(0.01));
    assertThat(budget.status().state()).isEqualTo(BudgetState.CALM);
    spendShown(10);
    double proven = new Spending(0, 0, 12_000, 12_000_000).proven();
    assertThat(proven).as("the exact lower limit of 12 is 5.428").isCloseTo(5_428, within(1.0));
    assertThat(budget.status().spent()).isCloseTo(proven, within(1e-6));
    assertThat(budget.status().state()).isEqualTo(BudgetState.SPENT);
  }

  private void spendShown(int pairs) {
    second++;
    budget.spend(
        new Spending(OFTEN, 0.005 * OFTEN, pairs * OFTEN, pairs * OFTEN * OFTEN), second * SECOND);
  }

  /** Seven pairs in a minute where 0.6 were expected: the alarm is slow, the aim a fraction. */
  @Test
  void whileItBurnsTheAimIsAsMuchSmallerAsPairsProveTheExpectationToBeTooLow() {
    pass(240, OFTEN, 0.005);
    for (int i = 0; i < 8; i++) {
      spendShown(1);
      pass(7, OFTEN, 0.005);
    }
    BudgetStatus status = budget.status();
    assertThat(status.state()).isEqualTo(BudgetState.SLOW_BURN);
    double proven = new Spending(0, 0, 7_000, 7_000_000).proven();
    assertThat(status.slowBurn()).isCloseTo(proven / 600, within(0.7));
    assertThat(status.aim()).isBetween(TOLERANCE / 12, TOLERANCE / 5);
    assertThat(status.sentence()).contains("times as fast as is tolerated of late: reads are");
  }

  @Test
  void aSingleReadIsNoAlarmHoweverLikelyItIsStale() {
    for (int i = 0; i < 20; i++) {
      pass(1, 1, 0.9);
      pass(400, 0, 0);
    }
    assertThat(changes).isEmpty();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
    pass(2, 1, 0.9);
    assertThat(budget.status().state().raisesAll()).as("nor are two a budget").isTrue();
  }

  @Test
  void trafficThatGrowsAThousandfoldWithinASecondIsNoAlarm() {
    pass(300, 10, 0.005);
    pass(300, 10_000, 0.008);
    assertThat(changes).isEmpty();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
  }

  @Test
  void trafficThatGrowsAThousandfoldAndIsStaleIsOneAtOnce() {
    pass(300, 10, 0.005);
    pass(1, 10_000, 0.2);
    assertThat(changes).containsExactly(Map.entry(301, BudgetState.SPENT));
  }

  /** They are a thousandth of what the window's budget is of; once it has passed they are all. */
  @Test
  void aFewStaleReadsAfterALoadHasEndedAreNoAlarmUntilTheyAreWhatTheWindowHolds() {
    pass(300, 10_000, 0.005);
    pass(250, 10, 0.2);
    assertThat(changes).isEmpty();
    pass(60, 10, 0.2);
    assertThat(budget.status().state()).isEqualTo(BudgetState.SPENT);
  }

  @Test
  void whatABurstHasOverspentIsNotPaidBackByReadsThatDoNotCome() {
    pass(290, 10_000, 0.009);
    pass(10, 10_000, 0.02);
    assertThat(budget.status().aim()).isPositive();
    pass(12, 10, 0);
    assertThat(budget.status().aim()).isZero();
  }

  @Test
  void onAClockThatStandsStillOrGoesBackNothingIsForgotten() {
    pass(100, OFTEN, 0.005);
    for (long at : new long[] {100, 100, 40, -1_000_000, 99}) {
      budget.spend(new Spending(OFTEN, 5, 0, 0), at * SECOND);
    }
    assertThat(budget.status().reads()).isEqualTo(105 * OFTEN);
    assertThat(budget.status().spent()).isCloseTo(105 * 5, within(1e-9));
    budget.spend(new Spending(OFTEN, 5, 0, 0), (100 + 299) * SECOND);
    assertThat(budget.status().reads()).as("all of the newest part").isEqualTo(7 * OFTEN);
  }

  @Test
  void onAClockThatJumpsAheadWhatHasLeftTheWindowIsForgotten() {
    pass(300, OFTEN, 0.5);
    assertThat(budget.status().state()).isEqualTo(BudgetState.SPENT);
    for (long at : new long[] {1L << 40, Long.MAX_VALUE}) {
      budget.spend(new Spending(7, 0, 0, 0), at);
      assertThat(budget.status().reads()).isEqualTo(7);
      assertThat(budget.status().state()).isEqualTo(BudgetState.CALM);
    }
  }

  @Test
  void aClockMayBeginBelowZero() {
    ErrorBudget early = new ErrorBudget(TOLERANCE, Duration.ofMinutes(5));
    for (int i = -400; i < 0; i++) {
      early.spend(new Spending(OFTEN, 5, 0, 0), i * SECOND);
    }
    assertThat(early.status().reads()).isEqualTo(300 * OFTEN);
  }

  @Test
  void memoryIsThatOfTheParts() throws IllegalAccessException {
    SpentParts parts = new SpentParts();
    for (long part = 0; part < 10_000; part++) {
      parts.add(new Spending(1, 1, 1, 1), part);
    }
    for (Field field : SpentParts.class.getDeclaredFields()) {
      field.setAccessible(true);
      if (field.getType().isArray()) {
        assertThat(Array.getLength(field.get(parts))).isEqualTo(ErrorBudget.PARTS);
      } else {
        assertThat(field.getType().isPrimitive()).as(field.getName()).isTrue();
      }
    }
  }

  @Test
  void beforeAnythingIsReadTheWholeBudgetIsLeft() {
    assertThat(budget.status().spentShare()).isNaN();
    assertThat(budget.status().aim()).isEqualTo(TOLERANCE);
    assertThat(budget.status().sentence())
        .isEqualTo("There were no reads to spend the error budget of 1 % of the reads of 5m.");
  }

  @Test
  void aBudgetIsOfAShareAndOfSomeTime() {
    for (double none : new double[] {0, -0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> new ErrorBudget(none, Duration.ofMinutes(5)))
          .hasMessageStartingWith("An error budget is of a share above 0 and at most 1, but it is");
    }
    assertThatThrownBy(() -> new ErrorBudget(0.1, Duration.ofNanos(299)))
        .hasMessage("The window of an error budget is longer than PT0.000000299S.");
  }
}
