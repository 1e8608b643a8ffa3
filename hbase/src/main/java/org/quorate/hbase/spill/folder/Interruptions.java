package org.quorate.hbase.spill.folder;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.nio.channels.ClosedByInterruptException;

/** Tells an interrupted thread from a failure. Stateless. */
final class Interruptions {
  private Interruptions() {}

  /** Whether the thread was interrupted; that a server does not answer in time is no such thing. */
  static boolean isOne(IOException problem) {
    return problem instanceof ClosedByInterruptException
        || (problem instanceof InterruptedIOException
            && !(problem instanceof SocketTimeoutException));
  }
}
