package org.quorate.study.summary;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.quorate.study.plan.FigureMeasure;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;

/** What is compared between cells: one number per run. */
enum Measure {
  THROUGHPUT("throughput", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return Optional.of(run.achievedPerSecond());
    }
  },
  STALE_RATE("stale rate", false) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      StalenessResult staleness = run.staleness();
      return staleness == null || staleness.reads() == 0
          ? Optional.empty()
          : Optional.of(staleness.staleRate());
    }
  },
  /**
   * Seconds until the last operation of a run had completed; of runs that end with their
   * operations.
   */
  RUN_TIME("run time, s", false) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return Optional.of(run.seconds());
    }
  },
  /** Of all kinds of operations, in milliseconds; of runs that end with their operations. */
  MEAN_LATENCY("mean response time, ms", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return Optional.ofNullable(RunMeasures.of(FigureMeasure.MEAN_LATENCY, run));
    }
  },
  /** Of the kind of operation that the study is mostly about, in milliseconds. */
  RESPONSE_P99("p99 response time, ms", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return run.operations().stream()
          .filter(operation -> operation.kind().equals(kind) && operation.response().count() > 0)
          .map(OperationResult::response)
          .findFirst()
          .map(response -> response.p99() / 1e6);
    }
  },
  PROCESSOR("processor time per operation, µs", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return Optional.ofNullable(run.processorMicrosPerOperation());
    }
  },
  /** All joules of all hosts over operations that succeeded. */
  ENERGY_PER_OPERATION("energy per operation, J", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return perUnit(energy(run, EnergyResult::joules), run.countedOperations());
    }
  },
  /** All joules of all hosts over reads that succeeded and were not stale. */
  ENERGY_PER_FRESH_READ("energy per fresh read, J", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return perUnit(energy(run, EnergyResult::joules), run.freshReads());
    }
  },
  /** Joules above the idle baseline over operations that succeeded. */
  DYNAMIC_ENERGY_PER_OPERATION("energy above idle per operation, J", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return perUnit(energy(run, EnergyResult::dynamicJoules), run.countedOperations());
    }
  },
  /** Of all hosts together. */
  MEAN_POWER("mean power, W", true) {
    @Override
    Optional<Double> of(RunResult run, String kind) {
      return Optional.ofNullable(energy(run, EnergyResult::meanWatts));
    }
  };

  private static @Nullable Double energy(
      RunResult run, Function<EnergyResult, @Nullable Double> number) {
    EnergyResult energy = run.energy();
    return energy == null ? null : number.apply(energy);
  }

  private static Optional<Double> perUnit(@Nullable Double joules, @Nullable Long units) {
    return joules == null || units == null || units == 0
        ? Optional.empty()
        : Optional.of(joules / units);
  }

  /** Whether it is about energy, so that a saving is claimed only beyond the meters' error. */
  boolean isEnergy() {
    return this == ENERGY_PER_OPERATION
        || this == ENERGY_PER_FRESH_READ
        || this == DYNAMIC_ENERGY_PER_OPERATION
        || this == MEAN_POWER;
  }

  /** Whether it is compared only where the work of a run is the same in both cells. */
  boolean isOfEqualWork() {
    return this == RUN_TIME || this == MEAN_LATENCY;
  }

  /** How far off a ratio of two runs' numbers may be by what their energy comes from; else 0. */
  double error(EnergyResult energy) {
    return !isEnergy()
        ? 0
        : this == DYNAMIC_ENERGY_PER_OPERATION ? energy.dynamicError() : energy.comparisonError();
  }

  private final String text;
  private final boolean multiplicative;

  Measure(String text, boolean multiplicative) {
    this.text = text;
    this.multiplicative = multiplicative;
  }

  /**
   * Whether disturbances multiply the number, so that cells are compared by ratios of their runs; a
   * rate that may be zero is compared by differences, and so is the time of a run, as the paper
   * does whose table it stands beside (Barros et al. 2017, table 2).
   */
  boolean isMultiplicative() {
    return multiplicative;
  }

  /** The name, with the unit where it has one. */
  String text() {
    return text;
  }

  /**
   * The number of a run, or nothing where the run has none.
   *
   * @param kind of operation that response times are taken of
   */
  abstract Optional<Double> of(RunResult run, String kind);
}
