package org.quorate.lab.remote;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import org.quorate.lab.host.LoadHost;

/** A load host as the command line has it, for tests that cannot see that. */
final class CassandraLoadHost {
  private CassandraLoadHost() {}

  public static void main(String[] arguments) throws Exception {
    try (CassandraHostStores stores = new CassandraHostStores(null);
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      LoadHost.serve(in, out, stores);
    }
  }
}
