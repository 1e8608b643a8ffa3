package org.quorate.core.workload;

/** Chooses which existing row the next operation is about. Not thread-safe; allocates nothing. */
@FunctionalInterface
public interface KeyChooser {
  /** The ordinal of a row, at most the last one acknowledged. */
  long next();
}
