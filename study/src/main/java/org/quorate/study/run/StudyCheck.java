package org.quorate.study.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.history.HistoryCheck;
import org.quorate.study.history.HistoryCheckOptions;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;

/**
 * Checks the histories of a study's runs as {@link Judge} does, each session by itself with its
 * load, warm-ups and trials as context, and writes nothing. Stateless.
 */
public final class StudyCheck {
  private StudyCheck() {}

  /**
   * What the oracle finds in the runs of a study, in their order within sessions.
   *
   * @throws StudyException if the directory holds no study, or no run with a history yet
   * @throws IOException as {@link HistoryCheck#check(List, HistoryCheckOptions)}
   */
  public static HistoryVerdict check(Path path, HistoryCheckOptions options, Progress progress)
      throws StudyException, IOException {
    StudyDirectory directory = StudyDirectory.open(path);
    Map<Integer, List<Path>> histories = new TreeMap<>();
    // Load hosts of one run are no blocks: what differs between runs is the same for all of them.
    boolean alike = directory.study().cells().size() == 1;
    for (RunResult run : directory.results().values()) {
      List<Path> ofRun = directory.runs().histories(run.sequence());
      alike &= ofRun.size() <= 1;
      if (!ofRun.isEmpty()) {
        histories.computeIfAbsent(run.session(), s -> new ArrayList<>()).addAll(ofRun);
      }
    }
    if (histories.isEmpty()) {
      throw new StudyException(
          "The study in "
              + path
              + " has no complete run with a history; resume it, or run it with histories on.");
    }
    List<HistoryCheck.Session> sessions = new ArrayList<>();
    for (Map.Entry<Integer, List<Path>> session : histories.entrySet()) {
      sessions.add(
          new HistoryCheck.Session(
              session.getValue(), directory.sessions().histories(session.getKey())));
    }
    return HistoryCheck.check(sessions, alike, options, progress);
  }
}
