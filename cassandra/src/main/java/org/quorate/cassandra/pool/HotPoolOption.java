package org.quorate.cassandra.pool;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.DriverOption;
import java.util.Arrays;
import java.util.List;
import org.quorate.core.text.Suggestions;

/**
 * The options of {@link HotPoolLoadBalancingPolicy}. They stand in the driver's own section {@code
 * basic.load-balancing-policy}, because the driver makes one policy for all profiles whose sections
 * are equal: an option elsewhere could not differ between profiles.
 */
public enum HotPoolOption implements DriverOption {
  /**
   * The hot nodes, a list of addresses, {@code address:port} or host ids. Without it a node is hot
   * when its primary range is larger than the mean of its data centre.
   */
  HOT_NODES("hot-nodes"),

  /**
   * Who coordinates while no hot node is up: {@code use-cold} nodes (the default), or requests
   * {@code fail}.
   */
  WHEN_NO_HOT_NODE("when-no-hot-node");

  private static final String SECTION = "basic.load-balancing-policy.";

  private final String key;

  HotPoolOption(String key) {
    this.key = key;
  }

  @Override
  public String getPath() {
    return SECTION + key;
  }

  /**
   * Refuses keys of the section that look like one of these options and are none.
   *
   * @throws IllegalArgumentException when there is one; the message names it
   */
  static void checkSpelling(DriverExecutionProfile profile) {
    List<String> known = Arrays.stream(values()).map(HotPoolOption::getPath).toList();
    profile.entrySet().stream()
        .map(entry -> entry.getKey())
        .filter(path -> path.startsWith(SECTION) && path.contains("hot"))
        .filter(path -> !known.contains(path))
        .findFirst()
        .ifPresent(
            path -> {
              throw new IllegalArgumentException(
                  "The driver's configuration has an unknown key "
                      + path
                      + "; choose among "
                      + String.join(", ", known)
                      + "."
                      + Suggestions.didYouMean(path, known));
            });
  }
}
