package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The lowest real-time priority of Linux, before which every thread of ordinary priority steps
 * aside. A relay needs little time but at once: on a machine that its nodes keep busy, each message
 * would otherwise wait for a node's time slice, some milliseconds, before it is noticed. The
 * kernel's own limit (95 % of a processor by default) keeps such a thread from taking one whole.
 * Stateless.
 */
final class RealTimePriority {
  private static final long PATIENCE_SECONDS = 5;

  private RealTimePriority() {}

  /**
   * Gives it to the calling thread.
   *
   * @return whether the kernel granted it; it does to the superuser, and to others where their
   *     limit of real-time priorities is above 0 and the command {@code chrt} is installed
   */
  static boolean takeForThisThread() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Process command =
          new ProcessBuilder("chrt", "--fifo", "--reset-on-fork", "--pid", "1", thread.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (!command.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        command.destroyForcibly();
        return false;
      }
      return command.exitValue() == 0;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
