package org.quorate.lab.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Load hosts that tests start as processes of their own, and find again to disturb them. */
public final class LoadHostProcess {
  private LoadHostProcess() {}

  /**
   * The command that starts one; short, so that its process can be found by its arguments.
   *
   * @param main whose {@code main} it is
   * @param heap as of {@code -Xmx}
   */
  public static List<String> command(Class<?> main, String heap, String name) throws IOException {
    Path options = Files.createTempFile("load-host", ".txt");
    options.toFile().deleteOnExit();
    Files.writeString(
        options,
        "-Xmx"
            + heap
            + " -cp \""
            + System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
            + "\" "
            + main.getName());
    return List.of(ProcessHandle.current().info().command().orElse("java"), "@" + options, name);
  }

  /** The process that was started for a name, by this one. */
  public static ProcessHandle of(String name) {
    return ProcessHandle.current()
        .children()
        .filter(child -> List.of(child.info().arguments().orElse(new String[0])).contains(name))
        .findFirst()
        .orElseThrow();
  }
}
