package org.quorate.lab.link.relay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late the kernel may wake a sleeping thread so that it can wake several at once: on Linux 50
 * microseconds unless a thread asks for less. Stateless.
 */
public final class TimerSlack {
  private TimerSlack() {}

  /**
   * Asks for one nanosecond for the calling thread, that is, to be woken when it said.
   *
   * @return whether the kernel took it; it does not on systems other than Linux, or where {@code
   *     /proc} may not be written, and then timed waits stay as coarse as they were
   */
  public static boolean shortenForThisThread() {
    try {
      Path thread = Files.readSymbolicLink(Path.of("/proc/thread-self")).getFileName();
      Files.writeString(Path.of("/proc", thread.toString(), "timerslack_ns"), "1");
      return true;
    } catch (IOException | UnsupportedOperationException | SecurityException e) {
      return false;
    }
  }
}
