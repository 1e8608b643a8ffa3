package org.quorate.study.io;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Writes a file whole or not at all: into a temporary name in the same folder, forced to the disk,
 * then renamed over the name it shall have. Readers see the old content or the new one, never a
 * part; of several writers the last wins. Thread-safe, also between processes.
 */
public final class WholeFile {
  /** End of the temporary names; what bears it after a crash may be deleted. */
  public static final String TEMPORARY_SUFFIX = ".part";

  /** Together with the process id, tells the temporary files of concurrent writers apart. */
  private static final AtomicLong WRITTEN = new AtomicLong();

  private WholeFile() {}

  /** Writes the content to a stream that is buffered already. */
  @FunctionalInterface
  public interface Content {
    void writeTo(OutputStream stream) throws IOException;
  }

  public static void write(Path file, String text) throws IOException {
    write(file, content(text));
  }

  /**
   * Writes a file that is renewed often and worth nothing after a crash of the machine, without
   * waiting for the disk.
   */
  public static void writeUnforced(Path file, String text) throws IOException {
    write(file, content(text), false);
  }

  private static Content content(String text) {
    return stream -> stream.write(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Writes a file, replacing what was there.
   *
   * @throws IOException if it cannot be written; the old file is then still as it was
   */
  public static void write(Path file, Content content) throws IOException {
    write(file, content, true);
  }

  private static void write(Path file, Content content, boolean forced) throws IOException {
    Path absolute = file.toAbsolutePath();
    Path temporary =
        absolute.resolveSibling(
            absolute.getFileName()
                + "."
                + ProcessHandle.current().pid()
                + "-"
                + WRITTEN.incrementAndGet()
                + TEMPORARY_SUFFIX);
    requireFolder(absolute);
    boolean complete = false;
    try {
      try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(temporary))) {
        content.writeTo(stream);
      }
      if (forced) {
        force(temporary);
      }
      Files.move(
          temporary, absolute, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      complete = true;
    } catch (AccessDeniedException e) {
      throw (IOException) new AccessDeniedException(absolute.toString()).initCause(e);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw noSpaceLeft(e)
          ? (IOException)
              new FileSystemException(absolute.toString(), null, e.getMessage()).initCause(e)
          : e;
    } finally {
      if (!complete) {
        Files.deleteIfExists(temporary);
      }
    }
  }

  /** The temporary name is nothing that a user knows, so its folder is looked at first. */
  private static void requireFolder(Path absolute) throws IOException {
    Path folder = absolute.getParent();
    if (folder != null && !Files.exists(folder)) {
      throw new NoSuchFileException(folder.toString());
    }
    if (folder != null && !Files.isDirectory(folder)) {
      throw new NotDirectoryException(folder.toString());
    }
  }

  /**
   * Waits until the content is on the disk, so that a crash of the machine cannot leave the name
   * without it. Not by a channel, which an interrupted thread cannot use.
   */
  private static void force(Path file) throws IOException {
    try (FileOutputStream stream = new FileOutputStream(file.toFile(), true)) {
      stream.getFD().sync();
    }
  }

  private static boolean noSpaceLeft(IOException e) {
    String message = e.getMessage();
    return message != null
        && (message.contains("No space left") || message.contains("quota exceeded"));
  }
}
