package org.quorate.study.backend;

import java.nio.file.Path;
import java.util.List;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;

/** Runs studies: on real servers, or by simulation. */
public interface Backend {
  /** The name by which study files choose this backend, for example {@code local}. */
  String name();

  /**
   * Finds out, without starting anything, whether these runs can be done here.
   *
   * @param clustersTogether whether all clusters that the runs need are up at the same time;
   *     otherwise one after the other
   * @throws BackendException naming what is missing and what to do
   */
  void check(List<Run> runs, boolean clustersTogether) throws BackendException;

  /**
   * Opens one cluster, ready to serve.
   *
   * @param session number of the session within the study, from 1
   * @param directory where the session may keep its own raw files, such as the history of the load
   *     phase; exists and is empty
   */
  BackendSession open(ClusterSettings cluster, int session, Path directory, Progress progress)
      throws BackendException, InterruptedException;
}
