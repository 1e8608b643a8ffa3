package org.quorate.cli.watch;

import org.quorate.study.plan.Run;

/** How far a study has come, beside the number of its complete runs. */
sealed interface StudyPhase {
  /** No run goes on: before the first, between two, or after the last. */
  record Between() implements StudyPhase {}

  /** A run goes on. */
  record Running(Run run) implements StudyPhase {}

  /** The work is over, and its report is being made. */
  record Reporting() implements StudyPhase {}

  /**
   * It has ended.
   *
   * @param title how, in a few words
   * @param more what a person needs to know beside them
   */
  record Ended(String title, String more) implements StudyPhase {}

  /** Whether no load will be sent any more. */
  default boolean isOver() {
    return this instanceof Reporting || this instanceof Ended;
  }
}
