package org.quorate.core.control.budget;

/** How an error budget stands; each is worse than the one before. */
public enum BudgetState {
  /** It is spent no faster than is tolerated, as far as is known. */
  CALM,
  /** It would not last for its window: reads are raised to what is left of it. */
  SLOW_BURN,
  /** It would be gone in a fifth of its window, or would if reads were lowered: all are raised. */
  FAST_BURN,
  /** All of it is spent: all reads are raised. */
  SPENT;

  /** Whether all reads go out at the level that meets every write. */
  public boolean raisesAll() {
    return this == FAST_BURN || this == SPENT;
  }
}
