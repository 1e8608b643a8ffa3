package org.quorate.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IVersionProvider;

/** The version as built: the project's, and the git commit where the launcher built it from one. */
final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    return new String[] {"quorate " + describe(manifest())};
  }

  /** {@code 0.1.0 (357fa54c01)}, or only what is known of it. */
  static String describe(@Nullable Attributes manifest) {
    String version = manifest == null ? null : manifest.getValue("Implementation-Version");
    String commit = manifest == null ? null : manifest.getValue("Quorate-Commit");
    return (version == null ? "(not packaged)" : version)
        + (commit == null || commit.isBlank() || commit.equals("none") ? "" : " (" + commit + ")");
  }

  /** The manifest of the jar that this class was loaded from, or null outside a jar. */
  private static @Nullable Attributes manifest() {
    URL self = Version.class.getResource("Version.class");
    if (self == null || !self.getProtocol().equals("jar")) {
      return null;
    }
    String jar = self.toString();
    String manifest = jar.substring(0, jar.indexOf("!/") + 2) + "META-INF/MANIFEST.MF";
    try (var stream = URI.create(manifest).toURL().openStream()) {
      return new Manifest(stream).getMainAttributes();
    } catch (IOException unreadable) {
      return null;
    }
  }
}
