package org.quorate.lab.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the user's own Maven would go by, whether it is installed or not. Of what {@code MAVEN_ARGS}
 * may say else, such as profiles by {@code -P} or settings of all users by {@code -gs}, nothing is
 * known here, and {@code .mavenrc}, a script of the shell, is not run.
 *
 * @param userHome the folder {@code ~/.m2}, with the user's settings and local repository
 * @param file the user's settings, where {@code MAVEN_ARGS} names another file
 * @param installation the folder of an installed Maven, whose settings are those of all users: of
 *     {@code mvn} on the {@code PATH}, else {@code MAVEN_HOME} or {@code M2_HOME}
 * @param properties as {@code -D} of {@code MAVEN_OPTS}, then {@code MAVEN_ARGS}, then {@code
 *     maven.repo.local} of this process, the later in place of the earlier
 * @param offline whether {@code MAVEN_ARGS} has {@code -o}
 */
record MavenSettings(
    Path userHome,
    @Nullable Path file,
    @Nullable Path installation,
    Map<String, String> properties,
    boolean offline) {
  private static final String LOCAL_REPOSITORY = "maven.repo.local";
  private static final Pattern PROPERTY = Pattern.compile("(?<!\\S)-D([^\\s=]+)(?:=(\\S*))?");
  private static final Pattern FILE = Pattern.compile("(?<!\\S)(?:-s|--settings)[\\s=]+(\\S+)");
  private static final Pattern OFFLINE = Pattern.compile("(?<!\\S)(?:-o|--offline)(?!\\S)");

  MavenSettings {
    properties = Map.copyOf(properties);
  }

  /**
   * Those of the user of this process.
   *
   * @throws ArtifactException if a variable names a file that cannot be one
   */
  static MavenSettings ofUser() throws ArtifactException {
    try {
      return find(System.getProperties(), System.getenv());
    } catch (InvalidPathException wrong) {
      throw new ArtifactException(
          "Maven's settings cannot be used: \""
              + wrong.getInput()
              + "\" in MAVEN_ARGS, MAVEN_HOME or M2_HOME is no path here; correct it.");
    }
  }

  static MavenSettings find(Properties system, Map<String, String> environment) {
    Map<String, String> properties = new HashMap<>();
    for (String variable : List.of("MAVEN_OPTS", "MAVEN_ARGS")) {
      Matcher property = PROPERTY.matcher(environment.getOrDefault(variable, ""));
      while (property.find()) {
        @Nullable String value = property.group(2);
        properties.put(property.group(1), value == null ? "true" : value);
      }
    }
    String repository = system.getProperty(LOCAL_REPOSITORY, "");
    if (!repository.isBlank()) {
      properties.put(LOCAL_REPOSITORY, repository);
    }
    String arguments = environment.getOrDefault("MAVEN_ARGS", "");
    Matcher file = FILE.matcher(arguments);
    return new MavenSettings(
        Path.of(system.getProperty("user.home", "/"), ".m2"),
        file.find() ? Path.of(file.group(1)) : null,
        installation(environment),
        properties,
        OFFLINE.matcher(arguments).find());
  }

  private static @Nullable Path installation(Map<String, String> environment) {
    for (String folder : environment.getOrDefault("PATH", "").split(":", -1)) {
      try {
        Path program = Path.of(folder, "mvn");
        if (!folder.isBlank() && Files.isExecutable(program)) {
          return program.toRealPath().resolve("../..").normalize();
        }
      } catch (IOException vanished) {
        return null;
      } catch (InvalidPathException unknownCharacters) {
        // Then no program is started from there either.
      }
    }
    for (String variable : List.of("MAVEN_HOME", "M2_HOME")) {
      String home = environment.getOrDefault(variable, "");
      if (!home.isBlank()) {
        return Path.of(home);
      }
    }
    return null;
  }
}
