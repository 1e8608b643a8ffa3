package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.quorate.study.StudyException;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.result.InvalidRun;

/**
 * The folders of runs that do not count, {@code invalid/001} and so on: everything that was
 * measured of them, and {@code invalid.json} with the reason. They are in no summary; their
 * histories remain context for the runs that came after them. Not thread-safe.
 */
public final class InvalidFolders {
  private static final String REASON = "invalid.json";

  private final NumberedFolders folders;

  InvalidFolders(Path folder) {
    folders = new NumberedFolders(folder);
  }

  /** A number that no invalid run has. */
  public int next() throws IOException {
    return folders.next();
  }

  /**
   * Keeps a run.
   *
   * @param unfinished its folder, which is moved
   */
  public void keep(InvalidRun run, Path unfinished) throws IOException {
    Json.write(unfinished.resolve(REASON), run);
    Files.createDirectories(folders.folder());
    Files.move(unfinished, folders.of(run.number()), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Every one of them, in the order of measuring. */
  public List<InvalidRun> runs() throws StudyException {
    try {
      return folders.read(REASON, InvalidRun.class);
    } catch (IOException e) {
      throw new StudyException(
          "The invalid runs in "
              + folders.folder()
              + " cannot be read ("
              + FileProblems.reason(e)
              + "); they are context for the other runs' histories, so put the folder back.",
          e);
    }
  }

  /** Their histories in one session. */
  public List<Path> histories(int session) throws StudyException {
    return runs().stream()
        .filter(run -> run.session() == session)
        .flatMap(run -> RunFolders.historiesIn(folders.of(run.number())).stream())
        .toList();
  }
}
