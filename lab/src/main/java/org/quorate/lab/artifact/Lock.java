package org.quorate.lab.artifact;

import java.util.Collections;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Every jar of one server version with its checksum. Written as one line per jar, {@code
 * group:artifact:version[:classifier] sha256}, in order; a line that begins with {@code #} is a
 * remark.
 *
 * @param checksums SHA-256 in lower-case hexadecimal
 */
public record Lock(SortedMap<Artifact, String> checksums) {
  private static final Pattern CHECKSUM = Pattern.compile("[0-9a-f]{64}");

  public Lock {
    checksums = Collections.unmodifiableSortedMap(new TreeMap<>(checksums));
    Set<String> names = new HashSet<>();
    for (Artifact artifact : checksums.keySet()) {
      if (!names.add(artifact.fileName())) {
        throw new IllegalArgumentException(
            "Two jars of the lock have the same file name " + artifact.fileName() + ".");
      }
    }
  }

  /**
   * Reads a lock.
   *
   * @param source names the file in error messages
   * @throws ArtifactException when a line is not of the form, naming file and line
   */
  public static Lock parse(String source, String text) throws ArtifactException {
    TreeMap<Artifact, String> checksums = new TreeMap<>();
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      String[] fields = line.strip().split("\\s+", -1);
      if (fields.length != 2 || !CHECKSUM.matcher(fields[1]).matches()) {
        throw malformed(source, number, "is not \"coordinates sha256\"", null);
      }
      try {
        if (checksums.put(Artifact.parse(fields[0]), fields[1]) != null) {
          throw malformed(source, number, "repeats " + fields[0], null);
        }
      } catch (IllegalArgumentException invalid) {
        throw malformed(source, number, "has bad coordinates " + fields[0], invalid);
      }
    }
    if (checksums.isEmpty()) {
      throw new ArtifactException(source + " names no jar; delete it to have it made again.");
    }
    return new Lock(checksums);
  }

  /** The text that {@link #parse} reads. */
  public String render(String title) {
    StringBuilder text = new StringBuilder("# ").append(title).append('\n');
    for (Map.Entry<Artifact, String> entry : checksums.entrySet()) {
      text.append(entry.getKey()).append(' ').append(entry.getValue()).append('\n');
    }
    return text.toString();
  }

  private static ArtifactException malformed(
      String source, int line, String fault, @Nullable Throwable cause) {
    return new ArtifactException(
        source + ", line " + line + " " + fault + "; correct the line or delete the file.", cause);
  }
}
