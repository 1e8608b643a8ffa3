package org.quorate.cli.cluster;

import java.time.Duration;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.core.rest.GearPolicy;
import picocli.CommandLine.Option;

/** When nodes rest and wake by the load, as options, of which the first asks for it. */
final class ByLoadOptions {
  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  @Option(
      names = "--by-load",
      paramLabel = "RATE",
      required = true,
      description =
          "Stay, and have the nodes rest when the load is low and wake when it rises. RATE is what a"
              + " node can carry of reads and writes as a replica, and of hints, as 2000/s.")
  private String capacity = "";

  @Option(
      names = "--low-mark",
      paramLabel = "SHARE",
      defaultValue = "0.4",
      description =
          "They rest where the busiest node that stays awake would have no more than this share of"
              + " that (default: ${DEFAULT-VALUE}).")
  private double low = 0.4;

  @Option(
      names = "--high-mark",
      paramLabel = "SHARE",
      defaultValue = "0.7",
      description = "They wake where it has more than this share (default: ${DEFAULT-VALUE}).")
  private double high = 0.7;

  @Option(
      names = "--shortest-stay",
      paramLabel = "TIME",
      defaultValue = "10m",
      description =
          "For how long the load must have been low before they rest, and how long they must be"
              + " allowed to (default: ${DEFAULT-VALUE}).")
  private String shortestStay = "10m";

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "From one look to the next (default: ${DEFAULT-VALUE}).")
  private String interval = "10s";

  /**
   * What they say.
   *
   * @throws IllegalArgumentException if one of them cannot be
   */
  GearPolicy policy() {
    Duration between = Durations.parse(interval);
    if (between.compareTo(SHORTEST_INTERVAL) < 0) {
      throw new IllegalArgumentException("--interval must be at least 1s.");
    }
    return new GearPolicy(Rates.parse(capacity), low, high, Durations.parse(shortestStay), between);
  }
}
