package org.quorate.lab.backend;

import org.quorate.core.schedule.ArrivalProcess;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.LoadShape;
import org.quorate.study.plan.RunSettings;

/**
 * Whether a run's load can be driven as its settings say it is, whatever the store and whosever.
 * Stateless.
 */
public final class RunCheck {
  private RunCheck() {}

  /**
   * Checks the arrivals.
   *
   * @throws BackendException when they are not possible
   */
  public static void check(RunSettings run) throws BackendException {
    if (run.load() instanceof LoadShape.Open open) {
      try {
        ArrivalProcess.parse(open.arrivals());
      } catch (IllegalArgumentException e) {
        throw new BackendException(String.valueOf(e.getMessage()), e);
      }
    }
  }
}
