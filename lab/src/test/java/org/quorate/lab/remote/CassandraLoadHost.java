package org.quorate.lab.remote;

import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.quorate.lab.host.LoadHost;

/** A load host as the command line has it, for tests that cannot see that. */
final class CassandraLoadHost {
  private CassandraLoadHost() {}

  /** The command that starts one; short, so that its process can be found by its arguments. */
  static List<String> command(String name) throws IOException {
    Path options = Files.createTempFile("load-host", ".txt");
    options.toFile().deleteOnExit();
    Files.writeString(
        options,
        "-Xmx256m -cp \""
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + "\" "
            + CassandraLoadHost.class.getName());
    return List.of(ProcessHandle.current().info().command().orElse("java"), "@" + options, name);
  }

  /** The process that was started for a name, by this one. */
  static ProcessHandle process(String name) {
    return ProcessHandle.current()
        .children()
        .filter(child -> List.of(child.info().arguments().orElse(new String[0])).contains(name))
        .findFirst()
        .orElseThrow();
  }

  public static void main(String[] arguments) throws Exception {
    try (CassandraHostStores stores = new CassandraHostStores(null);
        FileInputStream in = new FileInputStream(FileDescriptor.in);
        FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
      LoadHost.serve(in, out, stores);
    }
  }
}
