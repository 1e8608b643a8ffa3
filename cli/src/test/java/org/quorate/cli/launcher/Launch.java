package org.quorate.cli.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.house.House;

/**
 * One call of the launcher script as a process of its own, on what is built already.
 *
 * @param status the exit status
 * @param output what went to standard output
 * @param error what went to standard error
 */
record Launch(int status, String output, String error) {
  private static final long PATIENCE_MINUTES = 5;

  static Launch of(String... arguments) throws IOException, InterruptedException {
    return in(House.root(), arguments);
  }

  /** From this folder. */
  static Launch in(Path folder, String... arguments) throws IOException, InterruptedException {
    return through(House.root().resolve("quorate"), folder, arguments);
  }

  /** Calls the script by this path, from this folder. */
  static Launch through(Path script, Path folder, String... arguments)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("quorate", ".out");
    Path error = Files.createTempFile("quorate", ".err");
    try {
      Process process =
          builder(script, folder, arguments)
              .redirectOutput(output.toFile())
              .redirectError(error.toFile())
              .start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError("The launcher did not end: " + List.of(arguments));
      }
      return new Launch(process.exitValue(), Files.readString(output), Files.readString(error));
    } finally {
      Files.delete(output);
      Files.delete(error);
    }
  }

  /** The script's process, not started yet. */
  static ProcessBuilder builder(Path script, Path folder, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(script.toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("QUORATE_NO_BUILD", "true");
    // Most calls are too short for better code to be worth the time that compiling it takes.
    builder.environment().put("QUORATE_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
    // Java tells of what it picks up from here.
    builder.environment().keySet().removeAll(Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder;
  }
}
