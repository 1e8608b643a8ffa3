package org.quorate.study.run;

import java.nio.file.Path;
import org.quorate.study.StudyException;
import org.quorate.study.backend.Backend;
import org.quorate.study.backend.BackendException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.progress.Progress;

/** Runs studies on one backend. Used by one thread at a time. */
public final class StudyRunner {
  /**
   * @param backend the one that the study names, see {@code Study.backend()}
   */
  public StudyRunner(Backend backend, Progress progress) {}

  /**
   * Runs a study into a directory, and judges its histories. A directory that holds a part of the
   * very same study is gone on with.
   *
   * @param directory is created where it does not exist
   * @throws StudyException if the directory holds another study or something else, another process
   *     is running the study there, or the disk has too little room
   * @throws BackendException if the backend cannot go on; runs measured before stay
   */
  @SuppressWarnings("DoNotCallSuggester")
  public void run(StudyFile file, Path directory)
      throws StudyException, BackendException, InterruptedException {
    throw new UnsupportedOperationException("Not yet.");
  }

  /**
   * Goes on with the study that a directory holds, from the directory's own copies of the study
   * file and workload files. Complete runs are kept and never run again.
   */
  @SuppressWarnings("DoNotCallSuggester")
  public void resume(Path directory) throws StudyException, BackendException, InterruptedException {
    throw new UnsupportedOperationException("Not yet.");
  }
}
