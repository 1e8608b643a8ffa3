package org.quorate.study.run;

import org.quorate.study.plan.Run;
import org.quorate.study.result.RunResult;

/**
 * Is told how a study goes through its plan. What is told takes time between two runs, so whoever
 * listens returns at once; it never throws. Told by one thread.
 */
public interface StudyListener {
  /** A run begins: its load follows within seconds. */
  void begins(Run run);

  /**
   * A run is complete, now or before this study was gone on with. Its reads may not have been
   * judged yet.
   */
  void measured(RunResult run);

  /** A run that began is over and does not count; it may be repeated later. */
  void discarded(Run run);

  /** One that listens to nothing. */
  static StudyListener none() {
    return NoListener.INSTANCE;
  }
}
