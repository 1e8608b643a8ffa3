package org.quorate.study.directory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quorate.study.StudyException;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;
import org.quorate.study.io.Tree;
import org.quorate.study.result.IdleResult;
import org.quorate.study.result.UnknownIdle;

/**
 * The folders of idle baselines, {@code idle/001} and so on: what meters said, and {@code
 * idle.json} with what it adds up to, without which a folder does not count, or {@code
 * unknown.json} with the reason why that is not known. Not thread-safe.
 */
public final class IdleFolders {
  private static final String RESULT = "idle.json";
  private static final String UNKNOWN = "unknown.json";

  private final NumberedFolders folders;

  IdleFolders(Path folder) {
    folders = new NumberedFolders(folder);
  }

  /** A number that no baseline has. */
  public int next() throws IOException {
    return folders.next();
  }

  /** A new, empty folder for a baseline that is about to be measured. */
  public Path begin(int number) throws IOException {
    Path path = folders.of(number);
    Tree.delete(path);
    return Files.createDirectories(path);
  }

  /** Keeps a baseline, in place of what was kept of it before. */
  public void write(IdleResult result) throws IOException {
    Json.write(folders.of(result.number()).resolve(RESULT), result);
  }

  /** Keeps why a baseline is not known. */
  public void write(UnknownIdle unknown) throws IOException {
    Json.write(folders.of(unknown.number()).resolve(UNKNOWN), unknown);
  }

  /** Every baseline, in the order of measuring. */
  public List<IdleResult> results() throws StudyException {
    return read(RESULT, IdleResult.class);
  }

  /** Those that are not known, in the same order. */
  public List<UnknownIdle> unknown() throws StudyException {
    return read(UNKNOWN, UnknownIdle.class);
  }

  private <T> List<T> read(String name, Class<T> type) throws StudyException {
    try {
      return folders.read(name, type);
    } catch (IOException e) {
      throw new StudyException(
          "The idle baselines in "
              + folders.folder()
              + " cannot be read ("
              + FileProblems.reason(e)
              + "); move the folder away to go without.",
          e);
    }
  }
}
