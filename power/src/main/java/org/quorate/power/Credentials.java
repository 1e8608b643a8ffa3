package org.quorate.power;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The secrets of one meter, by name, such as {@code user} and {@code password}, or SNMP's {@code
 * community}. They come from variables of the environment or from a file that only its owner may
 * read, never from settings. {@link #toString()} tells no secret.
 *
 * <p>Settings may come from a study file that somebody else wrote, who would like another server to
 * be told our passwords. So only what was put down for Quorate can be named: variables that begin
 * with {@value #PREFIX}, and files of lines {@code name: value} alone; and both must name the host
 * that they are for, which is held against the one that they would be sent to.
 */
public final class Credentials {
  /** How the variables of the environment begin that settings may name. */
  public static final String PREFIX = "QUORATE_";

  private static final String HOST = "host";
  private static final long LARGEST_FILE = 65536;
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
   * Finds what the setting {@code credentials} names: the path of a file of lines {@code name:
   * value}, when it contains a slash, or a prefix of variables of the environment, so that {@code
   * rack1} stands for {@code QUORATE_RACK1_USER}, {@code QUORATE_RACK1_PASSWORD} and so on. One of
   * the lines or variables is {@code host}: the host, or several with commas between, that the
   * others may be sent to.
   *
   * @param host that they will be sent to, without a port
   * @param environment such as {@link System#getenv()}
   * @throws MeterException when the file cannot be read, or may be read by others, or the secrets
   *     are not there, or not for this host; the message tells no secret
   */
  public static Credentials of(MeterSettings settings, String host, Map<String, String> environment)
      throws MeterException {
    String name = settings.optional("credentials").orElse("");
    if (name.isEmpty()) {
      return none();
    }
    boolean file = name.contains("/");
    String prefix = PREFIX + name.toUpperCase(Locale.ROOT).replace('-', '_') + "_";
    Map<String, String> secrets = file ? read(name) : variables(name, prefix, environment);
    requireHost(
        name,
        secrets.remove(HOST),
        host,
        file ? "the line host: of that file" : "the variable " + prefix + "HOST");
    return new Credentials(name, secrets);
  }

  private static Map<String, String> variables(
      String name, String prefix, Map<String, String> environment) throws MeterException {
    if (!name.matches("[A-Za-z][A-Za-z0-9_-]*")) {
      throw new MeterException(
          "credentials="
              + name
              + " names neither variables of the environment, by letters, digits, - and _, nor a"
              + " file, by a path with a slash.");
    }
    Map<String, String> secrets = new HashMap<>();
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
    return secrets;
  }

  /** Secrets go to the hosts that they name, and to no other. */
  private static void requireHost(String name, @Nullable String hosts, String host, String where)
      throws MeterException {
    if (hosts == null || hosts.isBlank()) {
      throw new MeterException(
          "The credentials "
              + name
              + " do not say which host they are for, and would be sent to "
              + host
              + "; name their host by "
              + where
              + ".");
    }
    List<String> theirs = Arrays.stream(hosts.strip().split("[,\\s]+", -1)).toList();
    if (theirs.stream().noneMatch(each -> plain(each).equals(plain(host)))) {
      throw new MeterException(
          "The credentials "
              + name
              + " are for "
              + String.join(", ", theirs)
              + ", but would be sent to "
              + host
              + "; correct the meter's address, or "
              + where
              + " where they are for that host as well.");
    }
  }

  /** As names of hosts are compared. */
  private static String plain(String host) {
    return host.toLowerCase(Locale.ROOT).replaceFirst("^\\[(.*)]$", "$1").replaceFirst("\\.$", "");
  }

  private static Map<String, String> read(String name) throws MeterException {
    Path file;
    try {
      file = Path.of(name);
    } catch (InvalidPathException e) {
      throw new MeterException("credentials=" + name + " is not the path of a file.", e);
    }
    try {
      checkPermissions(file);
      if (Files.size(file) > LARGEST_FILE) {
        throw new MeterException("The credentials file " + file + " is longer than 64 KiB.");
      }
      Map<String, String> secrets = new HashMap<>();
      for (String line : Files.readAllLines(file, StandardCharsets.UTF_8)) {
        if (!line.isBlank() && !line.startsWith("#")) {
          put(file, line, secrets);
        }
      }
      return secrets;
    } catch (IOException e) {
      throw new MeterException(
          "The credentials file " + file + " cannot be read; it must hold lines name: value.", e);
    }
  }

  /** Another kind of file may hold secrets as well, but they are none of ours. */
  private static void put(Path file, String line, Map<String, String> secrets)
      throws MeterException {
    String secret = line.split("[:=]", 2)[0].strip();
    if (secret.length() >= line.length() || !secret.matches("[a-z][a-z0-9-]{0,47}")) {
      throw new MeterException(
          "The file "
              + file
              + " is no credentials file, for it has other lines than name: value, such as host:"
              + " pdu1.example.org.");
    }
    secrets.put(secret, line.split("[:=]", 2)[1].strip());
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
  public Optional<String> secret(String secret) {
    return Optional.ofNullable(secrets.get(secret));
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
