package org.quorate.cli.cluster;

import java.time.Duration;
import org.quorate.cli.rest.GearMarks;
import org.quorate.core.quantity.Durations;
import org.quorate.core.quantity.Rates;
import org.quorate.core.rest.GearPolicy;
import picocli.CommandLine.Option;

/** When nodes rest and wake by the load, as options, of which the first asks for it. */
final class ByLoadOptions extends GearMarks {
  private static final Duration SHORTEST_INTERVAL = Duration.ofSeconds(1);

  @Option(
      names = "--by-load",
      paramLabel = "RATE",
      required = true,
      description =
          "Stay, and have the nodes rest while the load is low and wake when it rises. RATE is the"
              + " most that a node may have to execute, as 2000/s: reads and writes as a replica,"
              + " and hints. Above it they wake, so leave room for what comes until they have.")
  private String most = "";

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "From one look to the next, at least 1s (default: ${DEFAULT-VALUE}).")
  private String interval = "10s";

  /**
   * What they say.
   *
   * @throws IllegalArgumentException if one of them cannot be
   */
  GearPolicy policy() {
    Duration between = Durations.parse(interval);
    if (between.compareTo(SHORTEST_INTERVAL) < 0) {
      throw new IllegalArgumentException(
          "--interval must be at least 1s, but it is " + interval + ".");
    }
    return new GearPolicy(terms(Rates.parse(most)), between);
  }
}
