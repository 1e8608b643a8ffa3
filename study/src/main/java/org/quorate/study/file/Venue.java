package org.quorate.study.file;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quorate.study.io.FileProblems;

/**
 * Where a study is run, said by a file of its own ({@code --on FILE}), so that one study file
 * serves for several clusters. Its sections replace those of the study as a whole. Immutable.
 *
 * @param path as the user named it
 * @param folder absolute, from which the file names other files
 * @param text of the file, so that the very same study can be read again after it has changed
 */
public record Venue(String path, String folder, String text) {
  /**
   * Reads the file's text; what it says is read with the study.
   *
   * @throws StudyFileException if it cannot be read
   */
  public static Venue read(Path file) throws StudyFileException {
    try {
      Path folder = file.toAbsolutePath().normalize().getParent();
      return new Venue(
          file.toString(), String.valueOf(folder == null ? "/" : folder), Files.readString(file));
    } catch (CharacterCodingException e) {
      throw new StudyFileException(file.toString(), 0, "", "the file is not text in UTF-8.");
    } catch (IOException e) {
      throw new StudyFileException(
          file.toString(),
          0,
          "",
          Files.exists(file)
              ? "the file cannot be read: " + FileProblems.reason(e) + "."
              : "there is no such file.");
    }
  }
}
