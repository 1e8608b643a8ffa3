package org.quorate.cli.cluster;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which of the running clusters is meant, as an option. */
final class ClusterName {
  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "The cluster; may be left out where there is only one.")
  private @Nullable String name;

  /** The name, or null where it was left out. */
  @Nullable String orNull() {
    return name;
  }
}
