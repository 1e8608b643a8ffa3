package org.quorate.lab.artifact;

import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The coordinates of one jar in a Maven repository. */
public record Artifact(
    String groupId, String artifactId, String version, @Nullable String classifier)
    implements Comparable<Artifact> {
  private static final Pattern PART = Pattern.compile("[A-Za-z0-9_.+-]+");

  public Artifact {
    check(groupId);
    check(artifactId);
    check(version);
    if (classifier != null) {
      check(classifier);
    }
  }

  public Artifact(String groupId, String artifactId, String version) {
    this(groupId, artifactId, version, null);
  }

  /**
   * Reads {@code group:artifact:version} or {@code group:artifact:version:classifier}.
   *
   * @throws IllegalArgumentException when the text is neither
   */
  public static Artifact parse(String text) {
    String[] parts = text.split(":", -1);
    if (parts.length < 3 || parts.length > 4) {
      throw new IllegalArgumentException(
          "\"" + text + "\" is not of the form group:artifact:version[:classifier].");
    }
    return new Artifact(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : null);
  }

  /**
   * Reads the coordinates off a jar's place in a repository.
   *
   * @param relative the path from the repository's root, as {@code org/x/y/1.0/y-1.0-linux.jar}
   * @throws IllegalArgumentException when the path does not follow the layout
   */
  static Artifact ofRepositoryPath(Path relative) {
    int names = relative.getNameCount();
    if (names >= 4) {
      String version = relative.getName(names - 2).toString();
      String artifactId = relative.getName(names - 3).toString();
      String groupId = relative.subpath(0, names - 3).toString().replace('/', '.');
      String file = relative.getName(names - 1).toString();
      String stem = artifactId + "-" + version;
      if (file.equals(stem + ".jar")) {
        return new Artifact(groupId, artifactId, version);
      }
      if (file.startsWith(stem + "-") && file.endsWith(".jar")) {
        String classifier = file.substring(stem.length() + 1, file.length() - ".jar".length());
        return new Artifact(groupId, artifactId, version, classifier);
      }
    }
    throw new IllegalArgumentException(relative + " does not follow the layout of a repository.");
  }

  /** The jar's file name in a repository. */
  public String fileName() {
    return artifactId + "-" + version + (classifier == null ? "" : "-" + classifier) + ".jar";
  }

  /** The jar's place in a repository, from its root. */
  Path repositoryPath() {
    return Path.of(groupId.replace('.', '/'), artifactId, version, fileName());
  }

  @Override
  public int compareTo(Artifact other) {
    return toString().compareTo(other.toString());
  }

  /** The form that {@link #parse} reads. */
  @Override
  public String toString() {
    String text = groupId + ":" + artifactId + ":" + version;
    return classifier == null ? text : text + ":" + classifier;
  }

  private static void check(String part) {
    if (!PART.matcher(part).matches()) {
      throw new IllegalArgumentException("\"" + part + "\" cannot be a part of coordinates.");
    }
  }
}
