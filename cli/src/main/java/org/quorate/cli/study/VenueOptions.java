package org.quorate.cli.study;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.file.Venue;
import picocli.CommandLine.Option;

/** Where a study is run, and which of its parts. */
final class VenueOptions {
  @Option(
      names = "--on",
      paramLabel = "FILE",
      description =
          "Run it where this YAML file says, whose backend, remote, cluster and power replace the"
              + " study's own, and whose factors have the levels to run; see docs/studies.md.")
  private @Nullable Path venue;

  @Option(
      names = "--parts",
      paramLabel = "NAME",
      split = ",",
      description = "Run these parts of the study alone (default: all).")
  private List<String> parts = new ArrayList<>();

  /** The same overrides with what is said here. */
  StudyOverrides in(StudyOverrides overrides) throws StudyFileException {
    Path file = venue;
    return overrides.with(parts, file == null ? null : Venue.read(file));
  }
}
