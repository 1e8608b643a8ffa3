package org.quorate.core.guarantee;

/** What a client may have done with a key. */
public enum Trace {
  /** It has sent a write. */
  WRITTEN(0),

  /** It has sent a read whose answer is at enough replicas for another such read to meet it. */
  READ(1),

  /** It has sent a read whose answer may be at fewer replicas. */
  READ_WEAKLY(2);

  private final int number;

  Trace(int number) {
    this.number = number;
  }

  /** From 0; tokens of one version have the same. */
  int number() {
    return number;
  }
}
