package org.quorate.cli.rest;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.UsedLevels;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** On which terms replicas may rest, as options. */
final class RestOptions extends GearMarks {
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

  /** What rows must still have while nodes rest. */
  RestTerms terms() {
    return use.terms(clients);
  }

  /** What load is let pass: any, where nobody says how much a node can carry. */
  GearTerms gear() {
    Double stated = most;
    return terms(stated == null ? Double.POSITIVE_INFINITY : stated);
  }

  UsedLevels levels() {
    return use.levels();
  }

  boolean isMostStated() {
    return most != null;
  }
}
