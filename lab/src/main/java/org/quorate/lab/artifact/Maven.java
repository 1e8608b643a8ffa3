package org.quorate.lab.artifact;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The user's own Maven, run as a child process: it knows the user's mirrors, proxies and
 * credentials.
 */
final class Maven {
  private static final String GOAL =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
  private static final int KEPT_LINES = 40;

  private final Path executable;
  private final LocalRepository repository;

  private Maven(Path executable, LocalRepository repository) {
    this.executable = executable;
    this.repository = repository;
  }

  /** Looks for {@code mvn} on the {@code PATH}, then in {@code MAVEN_HOME} and {@code M2_HOME}. */
  static Optional<Maven> find(Map<String, String> environment, LocalRepository repository) {
    List<Path> folders = new ArrayList<>();
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      if (!folder.isBlank()) {
        folders.add(Path.of(folder));
      }
    }
    for (String variable : List.of("MAVEN_HOME", "M2_HOME")) {
      String home = environment.getOrDefault(variable, "");
      if (!home.isBlank()) {
        folders.add(Path.of(home, "bin"));
      }
    }
    return folders.stream()
        .map(folder -> folder.resolve("mvn"))
        .filter(Files::isExecutable)
        .findFirst()
        .map(found -> new Maven(found, repository));
  }

  /**
   * Copies the jars that the project needs at run time into {@code target}, laid out as in a
   * repository. Checksums that a repository states are checked strictly.
   *
   * @param downloaded told the name of each jar that had to be downloaded
   * @throws ArtifactException with Maven's own words when it fails
   */
  void copyDependencies(Path projectFile, Path target, Consumer<String> downloaded)
      throws ArtifactException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                executable.toString(),
                "--batch-mode",
                "--strict-checksums",
                "--file",
                projectFile.toString(),
                GOAL,
                "-DincludeScope=runtime",
                "-Dmdep.useRepositoryLayout=true",
                "-DoutputDirectory=" + target));
    if (repository.explicit()) {
      command.add("-Dmaven.repo.local=" + repository.path());
    }
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.directory(projectFile.resolveSibling("").toFile());
    Deque<String> output = new ArrayDeque<>();
    try {
      Process process = builder.start();
      try (BufferedReader reader =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        process.getOutputStream().close();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          output.addLast(line);
          if (output.size() > KEPT_LINES) {
            output.removeFirst();
          }
          downloadedJar(line).ifPresent(downloaded);
        }
        if (process.waitFor() == 0) {
          return;
        }
      } finally {
        process.destroy();
      }
    } catch (IOException failure) {
      throw new ArtifactException(
          executable + " cannot be run: " + failure.getMessage() + ".", failure);
    }
    throw new ArtifactException(reason(List.copyOf(output)));
  }

  /**
   * The jar's name in a line such as {@code [INFO] Downloaded from x: .../a-1.jar (2 kB at ...)}.
   */
  static Optional<String> downloadedJar(String line) {
    int end = line.indexOf(".jar (");
    if (!line.contains("Downloaded from ") || end < 0) {
      return Optional.empty();
    }
    return Optional.of(line.substring(line.lastIndexOf('/', end) + 1, end + ".jar".length()));
  }

  /** Maven's first complaint among its last lines. */
  static String reason(List<String> lines) {
    return lines.stream()
        .map(line -> line.replaceAll("\u001b\\[[0-9;]*m", ""))
        .filter(line -> line.startsWith("[ERROR] "))
        .map(line -> line.substring("[ERROR] ".length()).strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElseGet(() -> lines.isEmpty() ? "Maven said nothing." : lines.get(lines.size() - 1));
  }
}
