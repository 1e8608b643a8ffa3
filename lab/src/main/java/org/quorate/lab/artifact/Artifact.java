package org.quorate.lab.artifact;

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

  /** The jar's file name in a repository. */
  public String fileName() {
    return artifactId + "-" + version + (classifier == null ? "" : "-" + classifier) + ".jar";
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
