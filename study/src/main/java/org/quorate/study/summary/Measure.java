package org.quorate.study.summary;

import java.util.Optional;
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
  };

  private final String text;
  private final boolean multiplicative;

  Measure(String text, boolean multiplicative) {
    this.text = text;
    this.multiplicative = multiplicative;
  }

  /**
   * Whether disturbances multiply the number, so that cells are compared by ratios of their runs; a
   * rate that may be zero is compared by differences.
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
