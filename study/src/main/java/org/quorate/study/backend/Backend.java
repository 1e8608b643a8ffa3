package org.quorate.study.backend;

import java.nio.file.Path;
import java.util.List;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.plan.Run;
import org.quorate.study.progress.Progress;

/**
 * Runs studies: on real servers, or by simulation. What is promised here is asserted of every
 * backend that a study can choose by {@code BackendConformanceTest}, in {@code cli}.
 */
public interface Backend {
  /**
   * The name by which study files choose this backend, for example {@code local}: lower-case
   * letters, digits and hyphens, and no other backend's.
   */
  String name();

  /**
   * Finds out, without starting, connecting to or writing anything, whether these runs can be done
   * here. They may be whatever a study file can ask for, also for another backend.
   *
   * @param clustersTogether whether all clusters that the runs need are up at the same time;
   *     otherwise one after the other
   * @throws BackendException for anything that cannot be done: a sentence that names what is
   *     missing and what to do
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
