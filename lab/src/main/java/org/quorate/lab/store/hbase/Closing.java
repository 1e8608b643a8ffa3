package org.quorate.lab.store.hbase;

import java.io.Closeable;
import java.io.IOException;

/** Closes what is of no further use. Stateless. */
final class Closing {
  private Closing() {}

  /** Closes it, whatever that throws. */
  static void quietly(Closeable closed) {
    try {
      closed.close();
    } catch (IOException | RuntimeException gone) {
      // What was to be told of its writes has been told; nothing else could be done about it.
    }
  }
}
