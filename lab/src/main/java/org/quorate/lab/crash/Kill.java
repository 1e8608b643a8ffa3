package org.quorate.lab.crash;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Kills a process that writes, at a moment after its first accepted write.
 *
 * @param patience how long the process may take until it has accepted a write
 * @param after how long after that it is killed
 */
record Kill(Duration patience, Duration after) {
  /**
   * Reads what the process accepts, until it is killed and all that it said is read. Whatever
   * happens, the process is killed.
   *
   * @param accepted filled
   * @param log where the process tells of its errors, for people
   * @return from the first accepted write until the kill
   * @throws IOException if the process accepted nothing within the patience, failed, or ended by
   *     itself
   */
  Duration of(Process process, AcceptedWrites accepted, Path log)
      throws IOException, InterruptedException {
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      try {
        Thread reader = new Thread(() -> accepted.readAll(output), "accepted-writes");
        reader.setDaemon(true);
        reader.start();
        if (!accepted.awaitFirst(patience.toNanos(), TimeUnit.NANOSECONDS)) {
          throw new IOException(
              "The writer has accepted nothing for "
                  + patience.toSeconds()
                  + " s; see "
                  + log
                  + ".");
        }
        long begin = System.nanoTime();
        boolean ended = process.waitFor(after.toNanos(), TimeUnit.NANOSECONDS);
        // By the handle: Process would close the pipe, in which lines still are.
        process.toHandle().destroyForcibly();
        process.waitFor();
        long lived = System.nanoTime() - begin;
        reader.join();
        if (ended || accepted.problem() != null) {
          throw new IOException(
              "The writer was not killed in the midst of writing ("
                  + (accepted.problem() == null ? "it ended by itself" : accepted.problem())
                  + "); see "
                  + log
                  + ".");
        }
        return Duration.ofNanos(lived);
      } finally {
        // Before its output is closed, which waits until nobody waits for a line of it.
        process.toHandle().destroyForcibly();
      }
    }
  }
}
