package org.quorate.study.comparison;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quorate.study.StudyException;
import org.quorate.study.analysis.Summaries;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.plan.Study;
import org.quorate.study.result.RunResult;

/**
 * One side of a comparison of two studies.
 *
 * @param place where its results are, for people
 * @param study at the link delay that its pilot chose
 * @param facts where it ran, name to value
 * @param measured how many runs have been measured
 * @param runs those of them that count
 */
public record ComparedStudy(
    String place, Study study, Map<String, String> facts, int measured, List<RunResult> runs) {
  /** Copies the collections. */
  public ComparedStudy {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    runs = List.copyOf(runs);
  }

  /**
   * The study that a directory holds, complete or not.
   *
   * @throws StudyException if the directory holds none, or no complete run yet
   */
  public static ComparedStudy load(Path path) throws StudyException {
    StudyDirectory directory = StudyDirectory.open(path);
    Study study = directory.study();
    List<RunResult> all = List.copyOf(directory.results().values());
    return new ComparedStudy(
        path.toString(),
        study,
        directory.sessions().environment().facts(),
        all.size(),
        Summaries.counted(path, study, all));
  }
}
