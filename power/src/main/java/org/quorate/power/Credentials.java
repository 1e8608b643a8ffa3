package org.quorate.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The secrets of one meter, by name, such as {@code user} and {@code password}, or SNMP's {@code
 * community}. They come from variables of the environment or from a file that only its owner may
 * read, never from settings. {@link #toString()} tells no secret.
 */
public final class Credentials {
  private static final Set<PosixFilePermission> TOO_WIDE =
      EnumSet.of(
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_WRITE,
          PosixFilePermission.OTHERS_READ,
          PosixFilePermission.OTHERS_WRITE);

  private final String name;
  private final Map<String, String> secrets;

  private Credentials(String name, Map<String, String> secrets) {
    this.name = name;
    this.secrets = secrets;
  }

  /** No secret at all. */
  public static Credentials none() {
    return new Credentials("none", Map.of());
  }

  /**
   * Finds what the setting {@code credentials} names: the path of a file of lines {@code
   * name=value}, when it contains a slash, or a prefix of variables of the environment, so that
   * {@code rack1} stands for {@code RACK1_USER}, {@code RACK1_PASSWORD} and so on.
   *
   * @param environment such as {@link System#getenv()}
   * @throws MeterException when the file cannot be read, or may be read by others
   */
  public static Credentials of(MeterSettings settings, Map<String, String> environment)
      throws MeterException {
    String name = settings.optional("credentials").orElse("");
    if (name.isEmpty()) {
      return none();
    }
    if (name.contains("/")) {
      return new Credentials(name, read(Path.of(name)));
    }
    String prefix = name.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    Map<String, String> secrets = new java.util.HashMap<>();
    environment.forEach(
        (variable, value) -> {
          if (variable.startsWith(prefix)) {
            secrets.put(
                variable.substring(prefix.length()).toLowerCase(Locale.ROOT).replace('_', '-'),
                value);
          }
        });
    if (secrets.isEmpty()) {
      throw new MeterException(
          "The environment has no variable " + prefix + "…, which credentials=" + name + " needs.");
    }
    return new Credentials(name, secrets);
  }

  private static Map<String, String> read(Path file) throws MeterException {
    try {
      checkPermissions(file);
      if (Files.size(file) > 65536) {
        throw new MeterException("The credentials file " + file + " is longer than 64 KiB.");
      }
      Map<String, String> secrets = new java.util.HashMap<>();
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        int equals = line.indexOf('=');
        if (equals > 0 && !line.startsWith("#")) {
          secrets.put(line.substring(0, equals).strip(), line.substring(equals + 1).strip());
        }
      }
      return secrets;
    } catch (IOException e) {
      throw new MeterException(
          "The credentials file " + file + " cannot be read; it must hold lines name=value.", e);
    }
  }

  private static void checkPermissions(Path file) throws IOException, MeterException {
    if (!Files.getFileStore(file).supportsFileAttributeView("posix")) {
      return;
    }
    Set<PosixFilePermission> granted = EnumSet.noneOf(PosixFilePermission.class);
    granted.addAll(Files.getPosixFilePermissions(file));
    granted.retainAll(TOO_WIDE);
    if (!granted.isEmpty()) {
      throw new MeterException(
          "Others may read the credentials file " + file + "; run: chmod 600 " + file);
    }
  }

  /** A secret, or empty where it was not given. */
  public java.util.Optional<String> secret(String secret) {
    return java.util.Optional.ofNullable(secrets.get(secret));
  }

  /**
   * A secret that must be there.
   *
   * @throws MeterException saying where it was looked for
   */
  public String required(String secret) throws MeterException {
    return secret(secret)
        .orElseThrow(
            () ->
                new MeterException(
                    "The credentials " + name + " have no " + secret + ", which is needed."));
  }

  @Override
  public String toString() {
    return "credentials " + name;
  }
}
