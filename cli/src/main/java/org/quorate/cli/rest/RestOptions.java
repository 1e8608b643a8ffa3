package org.quorate.cli.rest;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.UsedLevels;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** On which terms replicas may rest, as options. */
final class RestOptions {
  @Mixin private DeclaredUse use = new DeclaredUse();

  @Option(
      names = "--clients",
      paramLabel = "DC",
      split = ",",
      description = "Data centres that clients are in (default: the one whose nodes are asked).")
  private Set<String> clients = new LinkedHashSet<>();

  @Option(
      names = "--most-load",
      paramLabel = "OPS",
      description =
          "Operations per second that a node may execute as a replica (default: the most that one"
              + " had in the hours of the history; of now, any).")
  private @Nullable Double most;

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
          "Shortest time at rest, and awake between two rests, up to 1h (default:"
              + " ${DEFAULT-VALUE}).")
  private String shortestStay = "30m";

  /** What rows must still have while nodes rest. */
  RestTerms terms() {
    return use.terms(clients);
  }

  /** What load is let pass: any, where nobody says how much a node can carry. */
  GearTerms gear() {
    Double stated = most;
    return new GearTerms(
        stated == null ? Double.POSITIVE_INFINITY : stated, low, Durations.parse(shortestStay));
  }

  UsedLevels levels() {
    return use.levels();
  }

  boolean isMostStated() {
    return most != null;
  }
}
