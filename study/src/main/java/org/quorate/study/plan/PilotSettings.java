package org.quorate.study.plan;

import java.time.Duration;
import java.util.List;

/**
 * How the link delay is found at which a study's expectations can be seen on this machine.
 *
 * @param delays tried in this order, each as {@link RunSettings#linkDelay()}; the first at which
 *     all expectations hold is kept
 * @param duration of each cell's trial
 */
public record PilotSettings(List<String> delays, Duration duration) {
  public PilotSettings {
    delays = List.copyOf(delays);
  }
}
