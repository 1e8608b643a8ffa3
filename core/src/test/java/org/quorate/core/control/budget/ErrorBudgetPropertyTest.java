package org.quorate.core.control.budget;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * An error budget beside one that keeps all that was ever told of, and computes it by its words.
 */
class ErrorBudgetPropertyTest {
  private static final int RUNS = 60;
  private static final int STEPS = 250;
  private static final int PARTS = 300;

  /** What was told of, with the part of the window that it belongs to. */
  private record Told(long part, Spending spent) {}

  private static final class Plain {
    final double tolerance;
    final long partNanos;
    final List<Told> all = new ArrayList<>();
    long latest = Long.MIN_VALUE;
    boolean isFast;
    boolean isSlow;
    boolean isSpent;
    final double[] provenIn = new double[PARTS + 1];

    Plain(double tolerance, Duration window) {
      this.tolerance = tolerance;
      this.partNanos = window.toNanos() / PARTS;
    }

    void tell(Spending spent, long now) {
      latest = Math.max(latest, now);
      all.add(new Told(newest(), spent));
      Arrays.fill(provenIn, Double.NaN);
      boolean burnsFast = burn(12) >= 5 && burn(1) >= 5 && spent(12) >= allowed(12) + 1;
      boolean burnsSlow = burn(60) >= 1.5 && burn(5) >= 1.5 && spent(60) >= allowed(60) + 1;
      boolean wasAny = isFast || isSlow;
      isFast = burnsFast || (isFast && (burn(12) >= 1 || burn(1) >= 1));
      isSlow = burnsSlow || (wasAny && (burn(60) >= 1 || burn(5) >= 1));
      isSpent =
          spent(PARTS) >= allowed(PARTS) + 1 || (isSpent && spent(PARTS) > 0.9 * allowed(PARTS));
    }

    long newest() {
      return Math.floorDiv(latest, partNanos);
    }

    double sum(int parts, int what) {
      double sum = 0;
      for (Told each : all) {
        if (each.part > newest() - parts) {
          Spending spent = each.spent;
          sum +=
              what == 0
                  ? spent.reads()
                  : what == 1 ? spent.expected() : what == 2 ? spent.shown() : spent.variance();
        }
      }
      return sum;
    }

    double reads(int parts) {
      return sum(parts, 0);
    }

    double proven(int parts) {
      if (Double.isNaN(provenIn[parts])) {
        provenIn[parts] = new Spending(0, 0, sum(parts, 2), sum(parts, 3)).proven();
      }
      return provenIn[parts];
    }

    double factor(int parts) {
      double factor = 1;
      for (int longer : new int[] {1, 5, 12, 60, PARTS}) {
        if (longer >= parts && sum(longer, 1) > 0) {
          factor = Math.max(factor, proven(longer) / sum(longer, 1));
        }
      }
      return factor;
    }

    double spent(int parts) {
      return Math.max(proven(parts), factor(parts) * sum(parts, 1));
    }

    double allowed(int parts) {
      return tolerance * Math.max(reads(parts), reads(PARTS) * parts / PARTS);
    }

    double burn(int parts) {
      return allowed(parts) == 0 ? 0 : spent(parts) / allowed(parts);
    }

    BudgetState state() {
      return isSpent
          ? BudgetState.SPENT
          : isFast ? BudgetState.FAST_BURN : isSlow ? BudgetState.SLOW_BURN : BudgetState.CALM;
    }

    /** Whether no window to come is overspent if so large a share of the reads to come is stale. */
    boolean isKept(double share) {
      double begun = Math.min(PARTS, newest() - all.get(0).part + 1);
      double perPart = Math.min(reads(12) / Math.min(12, begun), reads(PARTS) / begun);
      double factor = factor(PARTS);
      for (int passed = 0; passed < PARTS; passed++) {
        double stale = factor * sum(PARTS - passed, 1) + share * passed * perPart;
        double reads = reads(PARTS - passed) + passed * perPart;
        if (stale > tolerance * reads + 1) {
          return false;
        }
      }
      return true;
    }
  }

  /** 60 budgets of random size, load and clock, 15,000 times told of; seed 11. */
  @Test
  void whatIsSpentWhatIsLeftAndTheAlarmsAreThoseOfAllThatWasTold() {
    SplittableRandom random = new SplittableRandom(11);
    Map<BudgetState, Integer> seen = new EnumMap<>(BudgetState.class);
    for (int run = 0; run < RUNS; run++) {
      double tolerance = Math.pow(10, -4 * random.nextDouble());
      Duration window = Duration.ofMillis((long) (10_000 * Math.pow(10, 2 * random.nextDouble())));
      ErrorBudget budget = new ErrorBudget(tolerance, window);
      Plain plain = new Plain(tolerance, window);
      long now = random.nextLong(-1_000_000_000_000L, 1_000_000_000_000L);
      double load = 10;
      double share = tolerance;
      for (int step = 0; step < STEPS; step++) {
        if (random.nextInt(20) == 0) {
          load = Math.pow(10, 6 * random.nextDouble());
        }
        if (random.nextInt(15) == 0) {
          share = Math.min(1, tolerance * Math.pow(10, 2.5 * random.nextDouble() - 1.5));
        }
        now += step(random, window);
        Spending spent = spending(random, load, share, tolerance);
        budget.spend(spent, now);
        plain.tell(spent, now);
        BudgetStatus status = budget.status();
        seen.merge(status.state(), 1, Integer::sum);
        assertThat(status.state()).as("run %d, step %d", run, step).isEqualTo(plain.state());
        assertThat(status.reads()).isCloseTo(plain.reads(PARTS), within(1e-6));
        assertThat(status.spent())
            .isCloseTo(plain.spent(PARTS), within(1e-6 + status.spent() / 1e9));
        assertThat(status.fastBurn())
            .isCloseTo(plain.burn(12), within(1e-9 * (1 + status.fastBurn())));
        assertThat(status.slowBurn())
            .isCloseTo(plain.burn(60), within(1e-9 * (1 + status.slowBurn())));
        if (status.state() == BudgetState.CALM && step % 10 == 0) {
          double aim = status.aim();
          assertThat(aim).isBetween(0.0, tolerance);
          assertThat(aim == 0 || plain.isKept(0.9 * aim * (1 - 1e-9))).isTrue();
          assertThat(aim == tolerance || !plain.isKept(0.9 * aim + 1e-9 * tolerance)).isTrue();
        }
      }
    }
    assertThat(seen).as("each state is tried").containsOnlyKeys(BudgetState.values());
    assertThat(seen.values()).allMatch(times -> times > 20);
  }

  /** A part or so; now and then none, back, or far ahead. */
  private static long step(SplittableRandom random, Duration window) {
    long part = window.toNanos() / PARTS;
    return switch (random.nextInt(40)) {
      case 0 -> 0;
      case 1 -> -random.nextLong(20 * part);
      case 2 -> random.nextLong(60 * part);
      case 3 -> random.nextInt(4) == 0 ? 2 * window.toNanos() : part;
      default -> random.nextLong(part / 2, 2 * part);
    };
  }

  private static Spending spending(
      SplittableRandom random, double load, double share, double tolerance) {
    double reads = Math.floor(load * (0.5 + random.nextDouble()));
    double each = 1 + random.nextInt(1_000);
    int pairs = random.nextInt(10) == 0 ? (int) Math.min(50, reads * tolerance * 2 / each) : 0;
    return new Spending(
        reads, reads * share * (0.5 + random.nextDouble() / 2), pairs * each, pairs * each * each);
  }
}
