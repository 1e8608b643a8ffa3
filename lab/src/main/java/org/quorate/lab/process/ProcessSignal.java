package org.quorate.lab.process;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Signals that the lab sends to processes. */
public enum ProcessSignal {
  /** Asks the process to end in order. */
  TERM,
  /** Ends the process at once. */
  KILL,
  /** Freezes the process. */
  STOP,
  /** Lets a frozen process go on. */
  CONT;

  /** Sends the signal; a process that has ended meanwhile is no error. */
  void sendTo(long processId) throws InterruptedException {
    send(" " + processId);
  }

  /**
   * Sends the signal, at one moment, to the process and to all that it has started, where it leads
   * a group of processes, and otherwise to it alone.
   */
  void sendToGroup(long processId) throws InterruptedException {
    send(" -" + processId + " || kill -" + name() + " " + processId);
  }

  private void send(String receivers) throws InterruptedException {
    try {
      Process kill =
          new ProcessBuilder("/bin/sh", "-c", "kill -" + name() + receivers)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      kill.waitFor(10, TimeUnit.SECONDS);
    } catch (IOException failure) {
      throw new IllegalStateException("/bin/sh cannot be run.", failure);
    }
  }
}
