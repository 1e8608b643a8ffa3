package org.quorate.lab.hbase;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;

/** Tells apart what HBase's client throws when its thread is interrupted. Stateless. */
public final class InterruptedCalls {
  private InterruptedCalls() {}

  /**
   * Throws what the client was told, where that is what ended its call.
   *
   * @throws InterruptedException in place of {@code failure}
   */
  public static void rethrow(IOException failure) throws InterruptedException {
    if (failure instanceof InterruptedIOException && !(failure instanceof SocketTimeoutException)) {
      throw new InterruptedException(String.valueOf(failure.getMessage()));
    }
  }
}
