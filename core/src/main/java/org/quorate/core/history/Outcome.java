package org.quorate.core.history;

/** How an operation ended, as its client saw it. The text form is the name in lower case. */
public enum Outcome {
  /** It completed: a write took effect at its level, a read returned a row or the lack of one. */
  OK("ok"),
  /**
   * Nobody answered in time. A write of unknown fate: it may take effect at any later time, or
   * never. A read that timed out is a read without a result, and is recorded as {@link #ERROR}.
   */
  TIMEOUT("timeout"),
  /** A read without a result, or a write known not to have happened. */
  ERROR("error");

  private final String text;

  Outcome(String text) {
    this.text = text;
  }

  /** The word in the text form of a history. */
  public String text() {
    return text;
  }
}
