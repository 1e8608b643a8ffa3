package org.quorate.hbase.deferral;

import java.io.InterruptedIOException;

/** What becomes of an interrupted wait. */
final class Interruption {
  private Interruption() {}

  /** The error for the caller; the thread stays interrupted. */
  static InterruptedIOException asIo() {
    Thread.currentThread().interrupt();
    return new InterruptedIOException("Interrupted while waiting for deferred writes.");
  }
}
