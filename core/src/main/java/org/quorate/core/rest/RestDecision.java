package org.quorate.core.rest;

import java.time.Duration;
import java.util.List;

/** Whether nodes may rest. */
public sealed interface RestDecision {
  /**
   * They may.
   *
   * @param longest how long at most, until they are called to wake; above 0
   * @param limit what that follows from, for people
   * @param notes what is not as good as it could be meanwhile, one sentence each
   */
  record MayRest(Duration longest, String limit, List<String> notes) implements RestDecision {
    public MayRest {
      notes = List.copyOf(notes);
    }
  }

  /**
   * They may not.
   *
   * @param reason one sentence: what is in the way, where, and what to do
   */
  record MustStay(String reason) implements RestDecision {}
}
