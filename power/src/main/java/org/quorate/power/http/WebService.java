package org.quorate.power.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.quorate.core.http.LimitedBody;
import org.quorate.core.quantity.Durations;
import org.quorate.power.MeterException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server that answers a meter over HTTP. Every request ends within the timeout, every body at 16
 * MiB. A redirection is followed within the server only, and no address of another server is ever
 * asked, so that a login goes nowhere else. Thread-safe.
 */
public final class WebService {
  /** How large an answer may be, in bytes. */
  static final int LIMIT = 16 << 20;

  private static final Logger LOG = LoggerFactory.getLogger(WebService.class);
  private static final int REDIRECTIONS = 5;
  private static final Duration LARGEST_OFFSET = Duration.ofMinutes(5);

  private final WebOptions options;
  private final Optional<String> authorization;
  private final InstantSource clock;
  private final HttpClient client;
  private final ServerClock serverClock = new ServerClock();

  /**
   * @param authorization what every request says to be let in; empty for nothing
   * @param clock tells when answers were received
   * @throws MeterException if the file of trusted certificates cannot be read
   */
  public WebService(WebOptions options, Optional<String> authorization, InstantSource clock)
      throws MeterException {
    this.options = options;
    this.authorization = authorization;
    this.clock = clock;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(options.timeout());
    if (options.anyCertificate()) {
      LOG.warn("The certificate of {} is not checked: anybody can pose as it.", options.server());
      builder.sslContext(Trust.anybody());
    } else if (options.trust().isPresent()) {
      builder.sslContext(Trust.file(options.trust().get()));
    }
    this.client = builder.build();
    if (authorization.isPresent()) {
      warnIfReadable();
    }
  }

  /** Says in the log when a login is sent so that everybody on the way can read it. */
  public void warnIfReadable() {
    String host = options.server().getHost();
    boolean here = host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    if (options.server().getScheme().equals("http") && !here) {
      LOG.warn("The login is sent to {} unencrypted; use https:// where possible.", host);
    }
  }

  /** The server's host and port, and whether its certificate is not checked, for tables. */
  public String name() {
    String certificate = options.anyCertificate() ? " (certificate not checked)" : "";
    return options.server().getRawAuthority() + certificate;
  }

  /**
   * How far the server's clock is ahead of ours, or negative, behind, as its answers so far tell in
   * their {@code Date}: zero where it may be less than two seconds, empty where they tell none.
   */
  public Optional<Duration> clockAhead() {
    return serverClock.ahead();
  }

  /**
   * What {@link #clockAhead()} says, or zero.
   *
   * @throws MeterException where it is more than times are moved by
   */
  public Duration trustedClockAhead() throws MeterException {
    Duration ahead = clockAhead().orElse(Duration.ZERO);
    if (ahead.abs().compareTo(LARGEST_OFFSET) > 0) {
      throw new MeterException(
          "The clock of "
              + name()
              + " is "
              + ahead.abs().toSeconds()
              + " s "
              + (ahead.isNegative() ? "behind" : "ahead of")
              + " ours, so that its times cannot be compared with ours; set both by NTP.");
    }
    return ahead;
  }

  /**
   * An address on this server, below the path that it was given with.
   *
   * @param path begins with a slash; may have a query; already encoded
   */
  public URI below(String path) {
    return URI.create(options.server() + path);
  }

  /**
   * An address that the server itself told, such as a link in one of its answers.
   *
   * @throws MeterException if it leads to another server, or is none
   */
  public URI linked(URI from, String reference) throws MeterException {
    URI address;
    try {
      address = from.resolve(reference);
    } catch (IllegalArgumentException e) {
      throw new MeterException(
          WebAnswer.name(from) + " has a link that is no address: " + reference + ".", e);
    }
    if (!isHere(address)) {
      throw new MeterException(
          WebAnswer.name(from)
              + " leads to another server, "
              + address
              + "; give that address where it is the right one.");
    }
    return address;
  }

  private boolean isHere(URI address) {
    URI server = options.server();
    return server.getScheme().equals(address.getScheme())
        && server.getHost().equalsIgnoreCase(address.getHost())
        && port(server) == port(address);
  }

  private static int port(URI address) {
    int port = address.getPort();
    return port >= 0 ? port : "https".equals(address.getScheme()) ? 443 : 80;
  }

  /**
   * Asks for something, and gives the answer whatever its status.
   *
   * @param headers beside the login
   * @throws MeterException if there is no answer, or too large a one
   * @throws InterruptedException if the thread is interrupted; the request is given up
   */
  public WebAnswer get(URI address, Map<String, String> headers)
      throws MeterException, InterruptedException {
    URI asked = address;
    for (int redirection = 0; redirection <= REDIRECTIONS; redirection++) {
      WebAnswer answer = send("GET", asked, headers, "");
      Optional<String> location = answer.headers().firstValue("Location");
      boolean redirected = answer.status() >= 301 && answer.status() <= 308;
      if (!redirected || location.isEmpty()) {
        return answer;
      }
      asked = linked(asked, location.get());
    }
    throw new MeterException(
        WebAnswer.name(address) + " is redirected again and again; check the address.");
  }

  /**
   * Sends a request, and gives the answer whatever its status; redirections are not followed.
   *
   * @param body JSON, or empty for none
   * @throws MeterException if there is no answer, or too large a one
   * @throws InterruptedException if the thread is interrupted; the request is given up
   */
  public WebAnswer send(String method, URI address, Map<String, String> headers, String body)
      throws MeterException, InterruptedException {
    if (!isHere(address)) {
      throw new IllegalArgumentException(address + " is on another server.");
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address)
            .timeout(options.timeout())
            .method(
                method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.setHeader("Content-Type", "application/json");
    }
    authorization.ifPresent(value -> request.setHeader("Authorization", value));
    headers.forEach(request::setHeader);
    Instant sent = clock.instant();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(
            request.build(), head -> new LimitedBody<>(BodySubscribers.ofByteArray(), LIMIT));
    try {
      // The request's own timeout ends with the answer's head.
      HttpResponse<byte[]> response = answer.get(options.timeout().toNanos(), TimeUnit.NANOSECONDS);
      Instant received = clock.instant();
      response
          .headers()
          .firstValue("Date")
          .ifPresent(date -> serverClock.add(date, sent, received));
      return WebAnswer.of(
          address, response.statusCode(), response.headers(), response.body(), received);
    } catch (ExecutionException e) {
      throw explained(address, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      throw late(address, e);
    } finally {
      answer.cancel(true);
    }
  }

  private MeterException late(URI address, Throwable cause) {
    return new MeterException(
        WebAnswer.name(address)
            + " did not answer within "
            + Durations.format(options.timeout())
            + "; give timeout=… where it needs longer.",
        cause);
  }

  private MeterException explained(URI address, Throwable failure) {
    String from = WebAnswer.name(address);
    if (failure instanceof ConnectException) {
      String message =
          isUnresolved(failure)
              ? "There is no host " + address.getHost() + "; check the address."
              : "Nothing answers at " + from + "; check its address and port, and that it runs.";
      return new MeterException(message, failure);
    }
    if (failure instanceof HttpTimeoutException) {
      return late(address, failure);
    }
    if (failure instanceof SSLException && !isOfACertificate(failure)) {
      return new MeterException(
          "There is no secure connection to "
              + from
              + ": "
              + failure.getMessage()
              + "; check its port, and that it speaks TLS 1.2 or later.",
          failure);
    }
    if (failure instanceof SSLException) {
      return new MeterException(
          from
              + " cannot be trusted: "
              + failure.getMessage()
              + "; give trust=FILE with its certificate, or insecure-certificate=true to accept"
              + " any.",
          failure);
    }
    if (failure instanceof LimitedBody.TooLarge) {
      return new MeterException(
          "The answer of " + from + " is " + failure.getMessage() + "; ask for less.", failure);
    }
    String why = failure instanceof IOException ? failure.getMessage() : failure.toString();
    return new MeterException("The answer of " + from + " broke off: " + why + ".", failure);
  }

  private static boolean isUnresolved(Throwable failure) {
    return isCausedBy(failure, UnresolvedAddressException.class);
  }

  private static boolean isOfACertificate(Throwable failure) {
    return isCausedBy(failure, GeneralSecurityException.class);
  }

  private static boolean isCausedBy(Throwable failure, Class<? extends Throwable> kind) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (kind.isInstance(cause)) {
        return true;
      }
    }
    return false;
  }
}
