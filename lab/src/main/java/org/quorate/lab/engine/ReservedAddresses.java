package org.quorate.lab.engine;

import java.io.Closeable;
import java.io.IOException;
import java.net.ServerSocket;

/**
 * Addresses that nobody else on this machine chooses until this is closed or the process ends. A
 * registry knows its own clusters alone, and servers listen only seconds after their addresses were
 * chosen; so launchers with registries of their own, such as two builds, would choose the same.
 *
 * @param socket listens in the block, and answers nothing
 */
record ReservedAddresses(AddressPlan plan, ServerSocket socket) implements Closeable {
  @Override
  public void close() throws IOException {
    socket.close();
  }
}
