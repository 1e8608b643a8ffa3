package org.quorate.lab.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file so that a reader finds the old content or the new one, never a part. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Writes the text, as UTF-8, to a temporary file in the same folder and moves it into place.
   *
   * @throws IOException when the folder cannot be written; the old content is then still there
   */
  public static void write(Path file, String text) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    Path temporary = Files.createTempFile(folder, "." + file.getFileName(), ".tmp");
    try {
      Files.writeString(temporary, text);
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
