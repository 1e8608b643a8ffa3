package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;

/** Keeps all but one controller from a cluster. It ends with its process, however that ends. */
final class RestLock implements AutoCloseable {
  private final FileChannel channel;

  private RestLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param cluster the cluster's directory
   * @throws EngineException when another has it
   */
  static RestLock take(Path cluster) throws EngineException {
    Path file = cluster.resolve("rest.lock");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (held(channel) == null) {
        channel.close();
        throw new EngineException(
            "Another command sends nodes of this cluster to rest or wakes them; wait until it has"
                + " ended.");
      }
      return new RestLock(channel);
    } catch (IOException e) {
      throw new EngineException(file + " cannot be used: " + e + ".", e);
    }
  }

  private static @Nullable FileLock held(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException byThisProcess) {
      return null;
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException released) {
      // The lock is gone with the channel in any case.
    }
  }
}
