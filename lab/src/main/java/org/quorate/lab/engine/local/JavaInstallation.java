package org.quorate.lab.engine.local;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;

/**
 * A Java installation.
 *
 * @param home its directory
 * @param feature its feature version, as 17
 */
record JavaInstallation(Path home, int feature) {
  /** Names the Java of servers where no option does, as for studies. */
  private static final String VARIABLE = "QUORATE_SERVER_JAVA_HOME";

  /**
   * The installation that the user chose, by option or else by environment variable, or the one
   * that runs this process.
   *
   * @param option null where none was given
   * @param server what is to run, as {@code Cassandra 5.0.9}
   * @param suitable the feature versions that it runs on
   * @throws EngineException when there is none, or its version does not suit the server
   */
  static JavaInstallation suiting(@Nullable Path option, String server, List<Integer> suitable)
      throws EngineException {
    return suiting(option, System.getenv(VARIABLE), server, suitable);
  }

  static JavaInstallation suiting(
      @Nullable Path option, @Nullable String variable, String server, List<Integer> suitable)
      throws EngineException {
    boolean named = variable != null && !variable.isBlank();
    Path chosen = option == null && named ? Path.of(String.valueOf(variable)) : option;
    Path home = chosen == null ? Path.of(System.getProperty("java.home")) : chosen;
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      throw new EngineException(
          "There is no Java in "
              + home
              + "; give the directory that holds bin/java to --java-home or "
              + VARIABLE
              + ".");
    }
    int feature = chosen == null ? Runtime.version().feature() : readFeature(home);
    if (!suitable.contains(feature)) {
      throw new EngineException(
          server
              + " needs Java "
              + suitable.stream().map(String::valueOf).collect(Collectors.joining(" or "))
              + ", but "
              + home
              + " is Java "
              + feature
              + "; name another with --java-home or "
              + VARIABLE
              + ".");
    }
    return new JavaInstallation(home, feature);
  }

  Path executable() {
    return home.resolve("bin").resolve("java");
  }

  private static int readFeature(Path home) throws EngineException {
    Properties release = new Properties();
    try (Reader reader = Files.newBufferedReader(home.resolve("release"))) {
      release.load(reader);
      String version = release.getProperty("JAVA_VERSION", "").replace("\"", "");
      return Runtime.Version.parse(version).feature();
    } catch (IOException | IllegalArgumentException unknown) {
      throw new EngineException(
          home
              + " does not tell its Java version in a file named release; name another with"
              + " --java-home or "
              + VARIABLE
              + ".",
          unknown);
    }
  }
}
