package org.quorate.lab.remote;

import java.io.IOException;
import javax.management.ObjectName;
import org.quorate.cassandra.jmx.ManagementConnection;
import org.quorate.lab.store.cassandra.TableLayout;

/** Has a server write to disk what it holds of one table in memory. Stateless. */
final class RemoteFlush {
  private static final String STORAGE_SERVICE = "org.apache.cassandra.db:type=StorageService";

  private RemoteFlush() {}

  /**
   * Flushes, and closes the connection.
   *
   * @throws IOException when the server does not do it
   */
  static void flush(ManagementConnection server, TableLayout layout) throws IOException {
    try (server) {
      server.ask(
          beans ->
              beans.invoke(
                  new ObjectName(STORAGE_SERVICE),
                  "forceKeyspaceFlush",
                  new Object[] {layout.internalKeyspace(), new String[] {layout.internalTable()}},
                  new String[] {String.class.getName(), String[].class.getName()}));
    } catch (RuntimeException e) {
      throw new IOException(String.valueOf(e.getMessage()), e);
    }
  }
}
