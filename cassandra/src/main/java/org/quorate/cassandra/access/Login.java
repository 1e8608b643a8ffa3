package org.quorate.cassandra.access;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A user with a password. {@link #toString()} tells the user only.
 *
 * @param user not empty
 * @param password may be empty
 */
public record Login(String user, String password) {
  /**
   * @throws IllegalArgumentException if the user is empty
   */
  public Login {
    if (user.isEmpty()) {
      throw new IllegalArgumentException("A login needs a user.");
    }
  }

  /**
   * Reads a file with one line, {@code user:password}; a password may contain colons.
   *
   * @throws IOException when the file cannot be read or is of another form; the message says so in
   *     one sentence
   */
  public static Login read(Path file) throws IOException {
    String line = readLine(file);
    int colon = line.indexOf(':');
    if (colon < 1) {
      throw new IOException("The file " + file + " must hold one line, user:password.");
    }
    return new Login(line.substring(0, colon), line.substring(colon + 1));
  }

  /**
   * Reads a file that holds nothing but one line, such as a token.
   *
   * @throws IOException when the file cannot be read or is empty; the message says so in one
   *     sentence
   */
  public static String readLine(Path file) throws IOException {
    String text;
    try {
      text = Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new IOException("The file " + file + " cannot be read; it must hold the login.", e);
    }
    String line = text.lines().findFirst().orElse("").strip();
    if (line.isEmpty()) {
      throw new IOException("The file " + file + " is empty; it must hold the login.");
    }
    return line;
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
