package org.quorate.lab.artifact;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.quorate.study.progress.Progress;

/**
 * The turn to put jars in place, which one at a time of all threads and processes has. Where a file
 * cannot be locked, since its file system has no locks or it is another user's, the turn is one of
 * this process alone, and that is told. Used by the thread that takes it.
 */
final class PuttingTurn implements AutoCloseable {
  /** Of this process: locks of files are between processes. */
  private static final ReentrantLock PUTTING = new ReentrantLock();

  private static final long LOOKS_AGAIN_MILLIS = 50;

  /** Locks a whole file, as {@link FileChannel#lock()} does. */
  interface Locking {
    /**
     * Waits for the lock.
     *
     * @throws IOException where there are no locks, or the thread is interrupted
     */
    FileLock lock(FileChannel channel) throws IOException;
  }

  private final @Nullable FileChannel channel;

  private PuttingTurn(@Nullable FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Waits for the turn.
   *
   * @param lockFile created where it is missing, and left
   */
  static PuttingTurn take(Path lockFile, Locking locking, Progress progress)
      throws InterruptedException {
    PUTTING.lockInterruptibly();
    boolean taken = false;
    try {
      PuttingTurn turn = new PuttingTurn(locked(lockFile, locking, progress));
      taken = true;
      return turn;
    } finally {
      if (!taken) {
        PUTTING.unlock();
      }
    }
  }

  private static @Nullable FileChannel locked(Path lockFile, Locking locking, Progress progress)
      throws InterruptedException {
    @Nullable FileChannel opened = null;
    boolean locked = false;
    try {
      opened = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      await(opened, locking);
      locked = true;
      return opened;
    } catch (FileLockInterruptionException | ClosedByInterruptException e) {
      throw (InterruptedException) new InterruptedException().initCause(e);
    } catch (IOException e) {
      progress.message(
          "The file "
              + lockFile
              + " cannot be locked ("
              + e.getMessage()
              + "): jars are put in place without that, so let no other process fetch the same ones"
              + " now.");
      return null;
    } finally {
      if (!locked) {
        close(opened);
      }
    }
  }

  /** What another class loader of this process has locked is refused at once: so it asks again. */
  private static void await(FileChannel channel, Locking locking)
      throws IOException, InterruptedException {
    while (true) {
      try {
        FileLock unused = locking.lock(channel);
        return;
      } catch (OverlappingFileLockException e) {
        TimeUnit.MILLISECONDS.sleep(LOOKS_AGAIN_MILLIS);
      }
    }
  }

  /** Nothing was written, so that nothing can be lost by what goes wrong here. */
  private static void close(@Nullable FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // Whoever opens the file next has another channel.
    }
  }

  @Override
  public void close() {
    try {
      close(channel);
    } finally {
      PUTTING.unlock();
    }
  }
}
