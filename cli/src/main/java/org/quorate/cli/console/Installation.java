package org.quorate.cli.console;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Where Quorate and its files are, and what it was called by.
 *
 * @param home the folder that holds the launcher, {@code studies/} and {@code workloads/}
 * @param command what the user typed to start it, such as {@code ./quorate}, so that it can be
 *     named in advice
 */
public record Installation(Path home, String command) {
  /** As the launcher says, or guessed from where the program's classes are. */
  public static Installation find(Properties properties) {
    String home = properties.getProperty("quorate.home", "");
    return new Installation(
        home.isEmpty() ? aroundTheClasses() : Path.of(home),
        properties.getProperty("quorate.command", "quorate"));
  }

  /** The nearest folder around the jar or class folder that has studies; else the working one. */
  private static Path aroundTheClasses() {
    URL location = Installation.class.getProtectionDomain().getCodeSource().getLocation();
    try {
      @Nullable Path folder = Path.of(location.toURI());
      while (folder != null) {
        if (Files.isDirectory(folder.resolve("studies"))) {
          return folder;
        }
        folder = folder.getParent();
      }
    } catch (URISyntaxException oddLocation) {
      // The working folder serves as well as any.
    }
    return Path.of("").toAbsolutePath();
  }
}
