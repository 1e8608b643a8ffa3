package org.quorate.lab.cassandra.rest;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.quorate.lab.engine.EngineException;

/** Keeps all but one controller from a cluster. It ends with its process, however that ends. */
final class RestLock implements AutoCloseable {
  /** The kernel's lock is the process's, and goes with any close of the file. */
  private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private RestLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param cluster the cluster's directory
   * @throws EngineException when another has it
   */
  static RestLock take(Path cluster) throws EngineException {
    Path file = cluster.toAbsolutePath().normalize().resolve("rest.lock");
    if (!HELD.add(file)) {
      throw taken();
    }
    boolean complete = false;
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        channel.close();
        throw taken();
      }
      complete = true;
      return new RestLock(file, channel);
    } catch (IOException e) {
      throw new EngineException(file + " cannot be used: " + e + ".", e);
    } finally {
      if (!complete) {
        HELD.remove(file);
      }
    }
  }

  private static EngineException taken() {
    return new EngineException(
        "Another command sends nodes of this cluster to rest or wakes them; wait until it has"
            + " ended, or end it: what it has begun can be gone on with.");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException released) {
      // The lock is gone with the channel in any case.
    } finally {
      HELD.remove(file);
    }
  }
}
