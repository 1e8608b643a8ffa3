package org.quorate.study.result;

import java.util.List;

/**
 * What the oracle found for one run, kept in {@code staleness.json} beside the run's own result.
 *
 * @param seconds reads by the second of the run in which they were invoked
 */
public record RunStaleness(StalenessResult staleness, List<Second> seconds) {
  public RunStaleness {
    seconds = List.copyOf(seconds);
  }

  /**
   * Reads of one second.
   *
   * @param second whole seconds since the run began
   */
  public record Second(int second, long reads, long staleReads) {}
}
