package org.quorate.study.fault;

import java.time.Duration;
import org.quorate.core.quantity.Durations;

/**
 * Servers write hints no more for a server that has been down for so long: every server that runs
 * is told, and one that starts later knows nothing of it.
 *
 * @param window at least a millisecond
 */
public record HintWindowFault(Duration window) implements Fault {
  @Override
  public String kind() {
    return "hint-window";
  }

  @Override
  public String target() {
    return Durations.format(window);
  }
}
