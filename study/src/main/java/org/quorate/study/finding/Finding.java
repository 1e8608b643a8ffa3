package org.quorate.study.finding;

/**
 * One expectation held against the measurements.
 *
 * @param expectation what was expected, a sentence without its full stop
 * @param evidence the numbers it was judged by, a sentence without its full stop
 */
public record Finding(String expectation, Outcome outcome, String evidence) {
  /** Whether an expectation was met. */
  public enum Outcome {
    HOLDS,
    /** The measurements point this way, but cannot be told from chance. */
    UNDECIDED,
    DOES_NOT_HOLD
  }

  public boolean holds() {
    return outcome == Outcome.HOLDS;
  }
}
