package org.quorate.hbase.spill.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The right to write to a spill's folder, or to drain it. The operating system lets go of it when
 * the process ends, however it ends, so it is never stale; a process that is only paused still has
 * it.
 *
 * <p>On POSIX systems a process loses its lock on a file when it closes any channel to it, also
 * another one than it has locked. So the file {@code lock} holds no text to be read, and it is
 * never opened while this process has it.
 */
final class FolderLock implements Closeable {
  static final String FILE = "lock";

  /** What this class has locked in this process. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  /** Channels that must not be closed, since other code in this process has locked their file. */
  private static final Queue<FileChannel> KEPT_OPEN = new ConcurrentLinkedQueue<>();

  private final FileChannel channel;
  private final Path folder;

  private FolderLock(FileChannel channel, Path folder) {
    this.channel = channel;
    this.folder = folder;
  }

  /**
   * Takes the lock of a folder, if nobody has it.
   *
   * @throws java.nio.file.NoSuchFileException if there is no such folder
   */
  static Optional<FolderLock> tryTake(Path path) throws IOException {
    Path folder = path.toRealPath();
    if (!HELD.add(folder)) {
      return Optional.empty();
    }
    boolean taken = false;
    try {
      FileChannel channel =
          FileChannel.open(
              folder.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      taken = lock(channel);
      return taken ? Optional.of(new FolderLock(channel, folder)) : Optional.empty();
    } finally {
      if (!taken) {
        HELD.remove(folder);
      }
    }
  }

  /** Whether somebody has the lock of a folder now. */
  static boolean isHeld(Path path) throws IOException {
    Optional<FolderLock> lock = tryTake(path);
    if (lock.isPresent()) {
      lock.get().close();
    }
    return lock.isEmpty();
  }

  /** The folder. */
  Path folder() {
    return folder;
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD.remove(folder);
    }
  }

  private static boolean lock(FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() != null) {
        return true;
      }
      channel.close();
      return false;
    } catch (OverlappingFileLockException e) {
      KEPT_OPEN.add(channel);
      return false;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }
}
