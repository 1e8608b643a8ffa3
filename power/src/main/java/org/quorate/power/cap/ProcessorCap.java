package org.quorate.power.cap;

import java.util.Optional;

/**
 * Limits the processors of one host to a share of what they can do. Implementations are
 * thread-safe.
 */
public interface ProcessorCap {
  /**
   * What limits, as results that were measured under it say: {@code cpufreq} or {@code processor
   * quota}.
   */
  String name();

  /** Why it cannot be used here, in one sentence; empty where it can. Changes nothing. */
  Optional<String> refusal();

  /**
   * Limits the processors, and looks whether they really are. A cap that is on already is replaced;
   * what was there before the first one stays what will be restored. When this fails, what was
   * there before is there again.
   *
   * @param share of what the processors can do at most, above 0, at most 1
   * @return what came of it
   * @throws CapException when it cannot be done, or was not taken
   */
  Cap apply(double share) throws CapException;

  /**
   * Puts back what was there before, and looks whether it is.
   *
   * @return false where nothing was capped
   * @throws CapException when that is not possible; it can be tried again
   */
  boolean restore() throws CapException;
}
