package org.quorate.lab.cassandra;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;

/**
 * A Java installation.
 *
 * @param home its directory
 * @param feature its feature version, as 17
 */
record JavaInstallation(Path home, int feature) {
  /** What Cassandra 5.0 runs on. */
  private static final List<Integer> SUITABLE = List.of(11, 17);

  /**
   * The installation that the user chose, or the one that runs this process.
   *
   * @throws EngineException when there is none, or its version does not suit Cassandra
   */
  static JavaInstallation suiting(@Nullable Path chosen, String cassandraVersion)
      throws EngineException {
    Path home = chosen == null ? Path.of(System.getProperty("java.home")) : chosen;
    if (!Files.isExecutable(home.resolve("bin").resolve("java"))) {
      throw new EngineException(
          "There is no Java in "
              + home
              + "; give the directory that holds bin/java to --java-home.");
    }
    int feature = chosen == null ? Runtime.version().feature() : readFeature(home);
    if (!SUITABLE.contains(feature)) {
      throw new EngineException(
          "Cassandra "
              + cassandraVersion
              + " needs Java 11 or 17, but "
              + home
              + " is Java "
              + feature
              + "; name another with --java-home.");
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
              + " --java-home.",
          unknown);
    }
  }
}
