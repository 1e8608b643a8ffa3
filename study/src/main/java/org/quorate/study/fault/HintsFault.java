package org.quorate.study.fault;

import org.quorate.core.quantity.ByteSizes;

/**
 * Servers write hints, and deliver them, otherwise than before: every server that runs is told, and
 * one that starts later knows nothing of it.
 *
 * @param mode whether hints are written
 * @param bytesPerSecond with {@link Mode#THROTTLED} the speed at which a server delivers them,
 *     which Cassandra divides by the number of its peers; at least 1024; 0 with the others
 */
public record HintsFault(Mode mode, long bytesPerSecond) implements Fault {
  /** What becomes of hints. */
  public enum Mode {
    /** Written and delivered as the server's configuration says. */
    ON,
    /** Not written for writes that are missed from now on. */
    OFF,
    /** Written, and delivered slowly. */
    THROTTLED
  }

  @Override
  public String kind() {
    return "hints";
  }

  @Override
  public String target() {
    return switch (mode) {
      case ON -> "on";
      case OFF -> "off";
      case THROTTLED -> "throttled " + ByteSizes.format(bytesPerSecond) + "/s";
    };
  }
}
