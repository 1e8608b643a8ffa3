package org.quorate.hbase.spill;

/** A spill holds as many bytes as it may, and none became free in time: the write was refused. */
public final class SpillFullException extends SpillException {
  private static final long serialVersionUID = 1L;

  /** Says what is full, and what to do. */
  public SpillFullException(String message) {
    super(message);
  }

  /** The same of another write: whoever is told of one may add to it. */
  public SpillFullException again() {
    return new SpillFullException(String.valueOf(getMessage()));
  }
}
