package org.quorate.study.run;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.file.StudyFile;
import org.quorate.study.progress.Progress;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.testing.FakeBackend;
import org.quorate.study.testing.Studies;

/** A study of six cells that is run on the fake backend, and its results. */
abstract class StudyRunnerFixture {
  @SuppressWarnings("NullAway.Init")
  @TempDir
  Path folder;

  final FakeBackend backend = new FakeBackend();

  @SuppressWarnings("NullAway.Init")
  StudyFile study;

  @SuppressWarnings("NullAway.Init")
  Path directory;

  @BeforeEach
  void loadStudy() throws Exception {
    study = Studies.load(folder, Studies.SIX_CELLS);
    directory = folder.resolve("results");
  }

  StudyRunner runner() {
    return new StudyRunner(backend, Progress.silent());
  }

  List<RunResult> results() throws StudyException {
    return List.copyOf(StudyDirectory.open(directory).results().values());
  }

  static StalenessResult staleness(RunResult run) {
    @Nullable StalenessResult staleness = run.staleness();
    if (staleness == null) {
      throw new AssertionError("Run " + run.sequence() + " was not judged.");
    }
    return staleness;
  }
}
