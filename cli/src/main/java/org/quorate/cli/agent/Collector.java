package org.quorate.cli.agent;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.quorate.cassandra.access.Login;

/**
 * Whom metrics are sent to by OTLP over HTTP. Immutable; {@link #toString()} tells the endpoint
 * only.
 *
 * @param endpoint the whole address, without user, query and fragment
 * @param headers of each request, such as one that authorizes
 * @param certificates that are trusted, in PEM; empty for those that Java trusts
 * @param interval from one request to the next
 */
record Collector(
    URI endpoint, Map<String, String> headers, String certificates, Duration interval) {
  private static final String USUAL_PATH = "/v1/metrics";
  private static final int HIGHEST_PORT = 65_535;

  /** What says how metrics are written, which the agent knows. */
  private static final Set<String> OWN_HEADERS = Set.of("content-type", "content-encoding");

  /**
   * @throws IllegalArgumentException if headers would leave this machine unencrypted, or
   *     certificates are for a connection that has none; the message is one sentence
   */
  Collector {
    headers = Collections.unmodifiableMap(new TreeMap<>(headers));
    boolean isPlain = endpoint.getScheme().equals("http");
    if (isPlain && !certificates.isEmpty()) {
      throw new IllegalArgumentException(
          "trusted-certificates are for an encrypted connection; write an endpoint of https.");
    }
    if (isPlain && !headers.isEmpty() && !isHere(endpoint.getHost())) {
      throw new IllegalArgumentException(
          "the headers would go to "
              + endpoint.getHost()
              + " unencrypted; write an endpoint of https, or leave headers-file out.");
    }
  }

  /** A name that leads nowhere now may lead elsewhere later. */
  private static boolean isHere(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException unknown) {
      return false;
    }
  }

  /**
   * Where metrics are taken; the path is that of OTLP where there is none.
   *
   * @throws IllegalArgumentException if the text is no such address; the message is one sentence
   */
  static URI endpoint(String text) {
    URI uri;
    try {
      uri = URI.create(text);
    } catch (IllegalArgumentException malformed) {
      uri = URI.create("");
    }
    boolean isHttp = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
    if (!isHttp
        || uri.getHost() == null
        || uri.getPort() > HIGHEST_PORT
        || uri.getUserInfo() != null
        || uri.getQuery() != null
        || uri.getFragment() != null) {
      // A text with a password is not repeated.
      throw new IllegalArgumentException(
          "this is no endpoint; write it like https://collector.example:4318, and secrets into a"
              + " file that headers-file names.");
    }
    return uri.getPath().replace("/", "").isEmpty() ? uri.resolve(USUAL_PATH) : uri;
  }

  /**
   * Reads a file of lines {@code Name: value}, which only its owner may read.
   *
   * @throws IOException if it is of another form or others may read it; the message is one sentence
   *     and has no value
   */
  static Map<String, String> readHeaders(Path file) throws IOException {
    List<String> lines = Login.readLines(file, "headers");
    Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).isBlank()) {
        continue;
      }
      String place = "Line " + (i + 1) + " of " + file;
      String[] parts = lines.get(i).split(":", 2);
      String name = parts[0].strip();
      String value = parts.length < 2 ? "" : parts[1].strip();
      if (value.isEmpty() || !canBeSent(name, value)) {
        throw new IOException(
            place + " is no header that can be sent; write it like Authorization: Bearer TOKEN.");
      }
      if (OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT))) {
        throw new IOException(place + " is a header that the agent writes itself; leave it out.");
      }
      if (headers.put(name, value) != null) {
        throw new IOException(place + " has a header that is in a line before it; leave one.");
      }
    }
    return headers;
  }

  /** What Java's client refuses would be told with its value at the first request. */
  private static boolean canBeSent(String name, String value) {
    try {
      HttpRequest.newBuilder().header(name, value);
      return true;
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  /**
   * Reads certificates in PEM.
   *
   * @throws IOException if there are none; the message is one sentence
   */
  static String readCertificates(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      if (!CertificateFactory.getInstance("X.509").generateCertificates(in).isEmpty()) {
        return Files.readString(file);
      }
    } catch (IOException | CertificateException unusable) {
      // Told below.
    }
    throw new IOException("The file " + file + " has no certificates in PEM that can be read.");
  }

  @Override
  public String toString() {
    return endpoint.toString();
  }
}
