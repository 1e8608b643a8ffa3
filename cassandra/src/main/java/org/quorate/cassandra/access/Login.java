package org.quorate.cassandra.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A user with a password. {@link #toString()} tells the user only.
 *
 * @param user not empty
 * @param password may be empty
 */
public record Login(String user, String password) {
  private static final Set<PosixFilePermission> TOO_WIDE =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  /**
   * @throws IllegalArgumentException if the user is empty
   */
  public Login {
    if (user.isEmpty()) {
      throw new IllegalArgumentException("A login needs a user.");
    }
  }

  /**
   * Reads a file with one line, {@code user:password}; a password may contain colons. Where files
   * have permissions as POSIX knows them, nobody but the owner may read or write it.
   *
   * @throws IOException when the file cannot be read, others may read it, or it is of another form;
   *     the message says so in one sentence
   */
  public static Login read(Path file) throws IOException {
    String line = readLines(file, "login").get(0).strip();
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IOException("The file " + file + " must hold one line, user:password.");
    }
    return new Login(line.substring(0, colon), line.substring(colon + 1));
  }

  /**
   * Reads a file that holds nothing but one line, such as a token. Whoever may read it: platforms
   * that hand tokens to containers write files that everybody in there may read.
   *
   * @throws IOException when the file cannot be read or is empty; the message says so in one
   *     sentence
   */
  public static String readLine(Path file) throws IOException {
    return lines(file, "login").get(0).strip();
  }

  /**
   * Reads a file whose first line is a password with all its spaces. Where files have permissions
   * as POSIX knows them, nobody but the owner may read or write it.
   *
   * @throws IOException when the file cannot be read, others may read it, or it is blank; the
   *     message says so in one sentence
   */
  public static String readPassword(Path file) throws IOException {
    return readLines(file, "password").get(0);
  }

  /**
   * Reads the lines of a file that holds secrets. Where files have permissions as POSIX knows them,
   * nobody but the owner may read or write it.
   *
   * @param held what it must hold, for messages, such as {@code headers}
   * @return at least one, the first of which is not blank
   * @throws IOException when the file cannot be read, others may read it, or it is blank; the
   *     message says so in one sentence
   */
  public static List<String> readLines(Path file, String held) throws IOException {
    requirePrivate(file, held);
    return lines(file, held);
  }

  private static List<String> lines(Path file, String held) throws IOException {
    List<String> lines;
    try {
      lines = Files.readString(file, StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new IOException(
          "The file " + file + " cannot be read; it must hold the " + held + ".", e);
    }
    if (lines.isEmpty() || lines.get(0).isBlank()) {
      throw new IOException("The file " + file + " is empty; it must hold the " + held + ".");
    }
    return lines;
  }

  private static void requirePrivate(Path file, String held) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null || !Files.exists(file)) {
      return;
    }
    Set<PosixFilePermission> granted = EnumSet.noneOf(PosixFilePermission.class);
    granted.addAll(view.readAttributes().permissions());
    granted.retainAll(TOO_WIDE);
    if (!granted.isEmpty()) {
      throw new IOException(
          "Others may read the " + held + " in " + file + "; run: chmod 600 " + file);
    }
  }

  /**
   * Takes a login from two variables, {@code PREFIX_USER} and {@code PREFIX_PASSWORD}.
   *
   * @param environment such as {@link System#getenv()}
   * @return empty where there is no user
   */
  public static Optional<Login> of(Map<String, String> environment, String prefix) {
    String user = environment.getOrDefault(prefix + "_USER", "");
    return user.isEmpty()
        ? Optional.empty()
        : Optional.of(new Login(user, environment.getOrDefault(prefix + "_PASSWORD", "")));
  }

  @Override
  public String toString() {
    return user;
  }
}
