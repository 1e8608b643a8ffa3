package org.quorate.power.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.quorate.core.quantity.Durations;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;

/**
 * What every meter behind HTTP may be told.
 *
 * @param server its address; what the meter asks for is added to the path
 * @param trust file of trusted certificates; empty for the system's
 * @param anyCertificate whether certificates are not checked at all
 * @param timeout for a whole answer
 */
public record WebOptions(
    URI server, Optional<Path> trust, boolean anyCertificate, Duration timeout) {
  private static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);
  private static final Map<String, String> OPTIONS = options();
  private static final Pattern START = Pattern.compile("^(https?://)?[A-Za-z0-9.-]+(?=[:/?#]|$)");

  private static Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(
        "credentials",
        "where user and password (or token) are, and for which host: a file that only you may"
            + " read, or NAME for the variables QUORATE_NAME_… of the environment");
    options.put("trust", "file with the server's certificate, or its signer's, in PEM");
    options.put(
        "insecure-certificate",
        "true to accept any certificate; anybody can then pose as the server");
    options.put("timeout", "how long an answer may take; 10s unless told");
    return Collections.unmodifiableMap(options);
  }

  /** These options, name to one line each, after those of a kind of meter. */
  public static Map<String, String> after(Map<String, String> own) {
    Map<String, String> all = new LinkedHashMap<>(own);
    all.putAll(OPTIONS);
    return Collections.unmodifiableMap(all);
  }

  /**
   * Reads them.
   *
   * @param address as the user wrote it: a host, a host with its port, or the whole URL
   * @param scheme where the address has none
   * @throws MeterException naming the option that is wrong
   */
  public static WebOptions read(MeterSettings settings, String address, String scheme)
      throws MeterException {
    Optional<Path> trust = settings.optional("trust").map(Path::of);
    boolean any = flag(settings, "insecure-certificate");
    if (any && trust.isPresent()) {
      throw new MeterException(
          "The meter "
              + settings.kind()
              + " has trust=… and insecure-certificate=true, which contradict each other; leave"
              + " out one.");
    }
    return new WebOptions(
        server(address, scheme), trust, any, duration(settings, "timeout", DEFAULT_TIMEOUT));
  }

  /**
   * The host in an address, as {@link #read} understands it.
   *
   * @throws MeterException if it is no address
   */
  public static String host(String address, String scheme) throws MeterException {
    return server(address, scheme).getHost();
  }

  private static URI server(String address, String scheme) throws MeterException {
    String text = address.contains("://") ? address : scheme + "://" + address;
    while (text.endsWith("/")) {
      text = text.substring(0, text.length() - 1);
    }
    try {
      URI server = new URI(text);
      if (server.getRawUserInfo() != null) {
        throw new MeterException(
            "The address of "
                + server.getHost()
                + " holds a user; name the login with credentials=… instead.");
      }
      boolean known = "http".equals(server.getScheme()) || "https".equals(server.getScheme());
      boolean bare = server.getRawQuery() == null && server.getRawFragment() == null;
      if (known && server.getHost() != null && bare) {
        return server;
      }
    } catch (URISyntaxException e) {
      // Its text has the whole address in it, and that may hold a secret.
    }
    throw noServer(address);
  }

  /** Says of an address only where it leads, since what stands behind that may be a secret. */
  private static MeterException noServer(String address) {
    Matcher start = START.matcher(address);
    String shown =
        start.find() && !address.contains("@")
            ? "The address that starts with \"" + start.group() + "\""
            : "The given address";
    return new MeterException(
        shown
            + " cannot be used; write a host, or a URL such as http://host:9090, without a query;"
            + " name a login with credentials=….");
  }

  /**
   * An option that is {@code true} or {@code false}, or left out for the latter.
   *
   * @throws MeterException if it is something else
   */
  public static boolean flag(MeterSettings settings, String name) throws MeterException {
    String text = settings.optional(name).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw new MeterException(
          settings.kind() + " " + name + "=" + text + " is neither true nor false.");
    }
    return text.equals("true");
  }

  /**
   * An option that is a duration above zero.
   *
   * @throws MeterException if it is something else
   */
  public static Duration duration(MeterSettings settings, String name, Duration otherwise)
      throws MeterException {
    Optional<String> text = settings.optional(name);
    if (text.isEmpty()) {
      return otherwise;
    }
    try {
      Duration duration = Durations.parse(text.get());
      if (duration.compareTo(Duration.ofMillis(1)) >= 0) {
        return duration;
      }
    } catch (IllegalArgumentException e) {
      throw new MeterException(
          settings.kind() + " " + name + "=" + text.get() + ": " + e.getMessage(), e);
    }
    throw new MeterException(
        settings.kind() + " " + name + "=" + text.get() + " is too short; write such as 10s.");
  }

  /**
   * What lets a request in: a bearer token where the credentials have one, or user and password;
   * empty where they have neither.
   *
   * @throws MeterException if there is a user without a password
   */
  public static Optional<String> authorization(Credentials credentials) throws MeterException {
    Optional<String> token = credentials.secret("token");
    if (token.isPresent()) {
      if (token.get().chars().anyMatch(Character::isISOControl)) {
        throw new MeterException("The token of the " + credentials + " spans several lines.");
      }
      return Optional.of("Bearer " + token.get());
    }
    Optional<String> user = credentials.secret("user");
    if (user.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(basic(user.get(), credentials.required("password")));
  }

  /** User and password as the header has them. */
  public static String basic(String user, String password) {
    byte[] login = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(login);
  }
}
