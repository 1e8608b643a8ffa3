package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;

/** Who coordinates requests while no hot node of the local data centre is up. */
public enum WhenNoHotNode {
  /** Cold nodes do, as long as it lasts: availability comes before energy. */
  USE_COLD("use-cold"),
  /**
   * Nobody does: requests fail with the driver's {@code NoNodeAvailableException}, unless the
   * driver is configured to fail over to another data centre.
   */
  FAIL("fail");

  private final String word;

  WhenNoHotNode(String word) {
    this.word = word;
  }

  /** As it is written in the configuration. */
  public String word() {
    return word;
  }

  static WhenNoHotNode of(DriverExecutionProfile profile) {
    String asked = profile.getString(HotPoolOption.WHEN_NO_HOT_NODE, USE_COLD.word);
    for (WhenNoHotNode each : values()) {
      if (each.word.equals(asked)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "The driver's configuration says \""
            + asked
            + "\" at "
            + HotPoolOption.WHEN_NO_HOT_NODE.getPath()
            + "; write use-cold or fail.");
  }
}
