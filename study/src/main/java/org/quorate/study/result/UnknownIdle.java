package org.quorate.study.result;

import java.util.List;

/**
 * An idle baseline that was to be measured and is not known.
 *
 * @param number from 1, in the order of measuring
 * @param session whose servers
 * @param blocks repetitions that it lies at the start or end of
 * @param reason why it is not known, in a sentence
 */
public record UnknownIdle(int number, int session, List<Integer> blocks, String reason) {
  /** Copies the blocks. */
  public UnknownIdle {
    blocks = List.copyOf(blocks);
  }
}
