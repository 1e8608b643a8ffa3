package org.quorate.study.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.quorate.study.StudyException;
import org.quorate.study.io.FileProblems;

/**
 * The right to run the study of a directory. The operating system holds the lock on the file {@code
 * .lock} and lets go of it when the process ends, however it ends, so a lock is never stale. The
 * file's text, the holder's process number and start time, is for messages only; the file itself
 * stays, because deleting it would let two processes lock two files of one name.
 */
public final class StudyLock implements AutoCloseable {
  private static final String FILE_NAME = ".lock";
  private static final int LONGEST_TEXT = 200;

  private final FileChannel channel;

  private StudyLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock of a directory that exists.
   *
   * @throws StudyException if another process, or another part of this one, holds it
   */
  public static StudyLock acquire(Path directory) throws StudyException {
    return acquire(directory, "The study in " + directory + " is being run");
  }

  /**
   * Takes the lock of a directory that exists, for something else than a study.
   *
   * @param use what the holder does, to be followed by {@code by process 12}
   * @throws StudyException if another process, or another part of this one, holds it
   */
  public static StudyLock acquire(Path directory, String use) throws StudyException {
    Path file = directory.resolve(FILE_NAME);
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      if (!lock(channel)) {
        String holder = read(channel);
        channel.close();
        throw new StudyException(
            use
                + " by "
                + (holder.isEmpty() ? "another process" : holder)
                + "; wait for it, or stop it.");
      }
      write(channel);
      return new StudyLock(channel);
    } catch (IOException e) {
      close(channel);
      throw new StudyException(file + " cannot be locked: " + FileProblems.reason(e) + ".", e);
    }
  }

  @Override
  public void close() {
    close(channel);
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String read(FileChannel channel) throws IOException {
    ByteBuffer text = ByteBuffer.allocate(LONGEST_TEXT);
    int length = channel.read(text, 0);
    return length <= 0 ? "" : new String(text.array(), 0, length, StandardCharsets.UTF_8).strip();
  }

  /**
   * Says who holds the lock. Where that cannot be written, as on a full disk, the lock is held all
   * the same, by nobody in particular rather than by whoever held it before.
   */
  private static void write(FileChannel channel) {
    ProcessHandle self = ProcessHandle.current();
    byte[] text =
        ("process "
                + self.pid()
                + self.info().startInstant().map(instant -> ", started " + instant).orElse("")
                + "\n")
            .getBytes(StandardCharsets.UTF_8);
    int written = 0;
    try {
      // Over the old text, whose place on the disk is there already.
      written = channel.write(ByteBuffer.wrap(text), 0);
    } catch (IOException full) {
      // The text is for messages only.
    }
    try {
      channel.truncate(written < text.length ? 0 : written);
    } catch (IOException e) {
      // Likewise.
    }
  }

  private static void close(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // The lock goes with the process at the latest.
    }
  }
}
