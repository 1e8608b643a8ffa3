package org.quorate.study.io;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Puts into words what the file system says by the kind of its exceptions, whose messages are often
 * nothing but a path. Stateless.
 */
public final class FileProblems {
  private FileProblems() {}

  /** What is wrong and what to do, fit to follow a colon; without a full stop. */
  public static String reason(IOException problem) {
    String file = problem instanceof FileSystemException named ? named.getFile() : null;
    String place = file == null ? "a file" : file;
    if (problem instanceof NoSuchFileException) {
      return "there is no file or folder " + place + "; check the path, or make the folder";
    }
    if (problem instanceof AccessDeniedException) {
      return "access to " + place + " is denied; check who owns it and its permissions";
    }
    if (problem instanceof NotDirectoryException) {
      return place + " is not a folder; choose another path";
    }
    if (problem instanceof FileAlreadyExistsException) {
      return place + " is there already; choose another path, or remove it";
    }
    if (problem instanceof DirectoryNotEmptyException) {
      return "the folder " + place + " is not empty; choose another path, or empty it";
    }
    if (problem instanceof ClosedByInterruptException) {
      return "the work was interrupted";
    }
    return ofTheSystem(problem, file);
  }

  /** One sentence of its own. */
  public static String sentence(IOException problem) {
    String reason = reason(problem);
    return "A file could not be read or written: " + reason + (reason.endsWith(".") ? "" : ".");
  }

  /** Problems that have no kind of exception, only the operating system's words. */
  private static String ofTheSystem(IOException problem, @Nullable String file) {
    String reason =
        problem instanceof FileSystemException named ? named.getReason() : problem.getMessage();
    String words = reason == null ? "" : reason;
    String place = file == null ? "" : " of " + file;
    String lower = words.toLowerCase(Locale.ROOT);
    if (lower.contains("no space left")) {
      return "the disk" + place + " is full; make room, or choose another disk";
    }
    if (lower.contains("quota exceeded")) {
      return "the disk quota" + place + " is used up; make room, or choose another disk";
    }
    if (lower.contains("read-only file system")) {
      return "the disk" + place + " can only be read; choose another place";
    }
    if (lower.contains("too many open files")) {
      return "too many files are open; raise the limit (ulimit -n)";
    }
    if (words.isEmpty()) {
      return problem.getClass().getSimpleName() + (file == null ? "" : " at " + file);
    }
    return file == null ? words : file + ": " + words;
  }
}
