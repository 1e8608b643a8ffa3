package org.quorate.lab.file;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where Quorate keeps what it can make or fetch again: {@code $XDG_CACHE_HOME/quorate}, or {@code
 * ~/.cache/quorate} where that variable is unset or no absolute path, as the XDG Base Directory
 * Specification asks.
 */
public record CacheDirectory(Path path) {
  /** The cache directory of this process's user. */
  public static CacheDirectory ofUser() {
    return of(System.getenv(), System.getProperty("user.home", "/"));
  }

  static CacheDirectory of(Map<String, String> environment, String home) {
    @Nullable String configured = environment.get("XDG_CACHE_HOME");
    Path base =
        configured != null && Path.of(configured).isAbsolute()
            ? Path.of(configured)
            : Path.of(home, ".cache");
    return new CacheDirectory(base.resolve("quorate"));
  }

  /** Where the jars of servers are kept. */
  public Path servers() {
    return path.resolve("servers");
  }

  /** Where clusters are recorded and, unless told otherwise, keep their files. */
  public Path clusters() {
    return path.resolve("clusters");
  }
}
