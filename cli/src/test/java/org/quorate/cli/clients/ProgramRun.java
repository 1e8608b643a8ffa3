package org.quorate.cli.clients;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program of another language, to its end.
 *
 * @param status the exit status
 * @param output what went to standard output and standard error
 */
public record ProgramRun(int status, String output) {
  private static final long PATIENCE_MINUTES = 10;

  /** Whether a program of this name is on the path. */
  public static boolean isInstalled(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  /** Runs a command in a folder, with these variables beside the environment that there is. */
  public static ProgramRun of(Path folder, Map<String, String> variables, List<String> command)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("program", ".out");
    try {
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile());
      builder.environment().putAll(variables);
      Process process = builder.start();
      if (!process.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        throw new AssertionError(
            "The program did not end: " + command + ": " + Files.readString(output));
      }
      return new ProgramRun(process.exitValue(), Files.readString(output));
    } finally {
      Files.delete(output);
    }
  }
}
