package org.quorate.cli.rest;

import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.GearTerms;
import picocli.CommandLine.Option;

/** At which loads nodes rest and wake, as options beside one that says what a node may execute. */
public abstract class GearMarks {
  @Option(
      names = "--low-mark",
      paramLabel = "SHARE",
      defaultValue = "0.8",
      description =
          "A rest begins where no awake node would have more than this share of that, and ends where"
              + " one would have more than that (default: ${DEFAULT-VALUE}).")
  private double low = 0.8;

  @Option(
      names = "--shortest-stay",
      paramLabel = "TIME",
      defaultValue = "30m",
      description =
          "For how long at least a rest is begun, and nodes are awake between two, up to 1h"
              + " (default: ${DEFAULT-VALUE}).")
  private String shortestStay = "30m";

  /** For the options of one command. */
  protected GearMarks() {}

  /**
   * What they say.
   *
   * @param most operations per second that a node may have to execute
   * @throws IllegalArgumentException if one of them cannot be
   */
  protected GearTerms terms(double most) {
    return new GearTerms(most, low, Durations.parse(shortestStay));
  }
}
