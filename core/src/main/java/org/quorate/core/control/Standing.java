package org.quorate.core.control;

import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/**
 * What is in effect at one moment.
 *
 * @param decision levels of reads, and why
 * @param known whether it rests on recent readings; else reads are at the safe level
 * @param lost whether something was known before and is not any more
 */
public record Standing(Decision decision, boolean known, boolean lost) {
  /** A level for a reason that is no reading. */
  public static Standing of(Level level, String reason) {
    return new Standing(Decision.of(level, reason), false, false);
  }
}
