package org.quorate.lab.local;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.plan.Plan;

/** Studies of which a run with faults comes before all others. */
final class FaultsFirst {
  private FaultsFirst() {}

  /** The study with the first seed by which it is so. */
  static StudyFile load(Path folder, String text) throws Exception {
    Path file = folder.resolve("study.yaml");
    Files.writeString(file, text);
    for (int seed = 1; ; seed++) {
      StudyFile study =
          StudyFile.load(
              file,
              new StudyOverrides(
                  List.of(), Map.of(), null, Map.of("seed", Integer.toString(seed))));
      if (!Plan.of(study.study()).runs().get(0).settings().faults().isEmpty()) {
        return study;
      }
    }
  }
}
