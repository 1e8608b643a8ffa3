package org.quorate.study.analysis;

import java.util.stream.Stream;
import org.quorate.study.result.RunResult;

/**
 * A run with the run of another cell in the same repetition that it is compared with.
 *
 * @param of what is compared
 * @param against what it is compared with
 */
record RunPair(RunResult of, RunResult against) {
  /** Both. */
  Stream<RunResult> runs() {
    return Stream.of(of, against);
  }

  /** Whether the two ran on clusters that were started apart. */
  boolean isAcrossClusters() {
    return of.session() != against.session();
  }
}
