package org.quorate.lab.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The user's local Maven repository. It is found where Maven finds it in the common cases: the
 * property {@code maven.repo.local} of this process, the same in {@code MAVEN_OPTS} or {@code
 * MAVEN_ARGS}, {@code localRepository} in {@code ~/.m2/settings.xml}, or {@code ~/.m2/repository}.
 * In any other case its jars are not found here, and Maven itself is asked.
 *
 * @param explicit whether a property named it, so that a Maven started by this process must be told
 */
record LocalRepository(Path path, boolean explicit) {
  private static final Pattern OPTION = Pattern.compile("-Dmaven\\.repo\\.local=(\\S+)");
  private static final Pattern SETTING =
      Pattern.compile("<localRepository>\\s*([^<]+?)\\s*</localRepository>");
  private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);

  static LocalRepository ofUser() {
    return find(System.getProperties(), System.getenv());
  }

  static LocalRepository find(Properties properties, Map<String, String> environment) {
    String named = properties.getProperty("maven.repo.local", "");
    if (!named.isBlank()) {
      return new LocalRepository(Path.of(named).toAbsolutePath(), true);
    }
    for (String variable : new String[] {"MAVEN_ARGS", "MAVEN_OPTS"}) {
      Matcher option = OPTION.matcher(environment.getOrDefault(variable, ""));
      if (option.find()) {
        return new LocalRepository(Path.of(option.group(1)).toAbsolutePath(), false);
      }
    }
    String home = properties.getProperty("user.home", "/");
    @Nullable String setting = setting(Path.of(home, ".m2", "settings.xml"));
    return new LocalRepository(
        setting == null
            ? Path.of(home, ".m2", "repository")
            : Path.of(setting.replace("${user.home}", home)),
        false);
  }

  /** Where the artifact's jar is, if the repository has it. */
  Path jar(Artifact artifact) {
    return path.resolve(artifact.repositoryPath());
  }

  private static @Nullable String setting(Path settings) {
    try {
      Matcher setting = SETTING.matcher(COMMENT.matcher(Files.readString(settings)).replaceAll(""));
      return setting.find() ? setting.group(1) : null;
    } catch (IOException absent) {
      return null;
    }
  }
}
