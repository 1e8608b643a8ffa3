package org.quorate.cli.rest;

import java.util.EnumSet;
import java.util.Set;
import org.quorate.core.level.Level;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.UsedLevels;
import picocli.CommandLine.Option;

/** What clients do that no server tells, and what must still be answered, as options. */
public final class DeclaredUse {
  @Option(
      names = "--write-level",
      paramLabel = "LEVEL",
      split = ",",
      defaultValue = "LOCAL_QUORUM",
      description = "All levels that clients write at (default: ${DEFAULT-VALUE}).")
  private Set<Level> write = EnumSet.noneOf(Level.class);

  @Option(
      names = "--read-level",
      paramLabel = "LEVEL",
      split = ",",
      defaultValue = "LOCAL_QUORUM",
      description = "All levels that clients read at (default: ${DEFAULT-VALUE}).")
  private Set<Level> read = EnumSet.noneOf(Level.class);

  @Option(
      names = "--failures",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Nodes that may fail beside, with these levels still answered (default:"
              + " ${DEFAULT-VALUE}).")
  private int failures = 1;

  /** The levels that clients use. */
  public UsedLevels levels() {
    return new UsedLevels(write, read);
  }

  /**
   * On which terms nodes may rest.
   *
   * @param clients data centres that clients are in; none where that is not said
   * @throws IllegalArgumentException if fewer than no nodes may fail
   */
  public RestTerms terms(Set<String> clients) {
    return new RestTerms(failures, RestTerms.DEFAULT.timeToWake(), clients);
  }
}
