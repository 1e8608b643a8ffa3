package org.quorate.power.redfish;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.power.Credentials;
import org.quorate.power.MeterException;
import org.quorate.power.http.WebAnswer;
import org.quorate.power.http.WebOptions;
import org.quorate.power.http.WebService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A login at a controller. A session is asked for first, because it spares the controller checking
 * a password for every request; where it gives none, user and password go along with each. A
 * session that has run out is renewed once per request. Used by one thread at a time.
 */
final class RedfishSession implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RedfishSession.class);
  private static final String ROOT = "/redfish/v1/";
  private static final String TOKEN = "X-Auth-Token";

  private final WebService web;
  private final Credentials credentials;
  private final JsonNode root;
  private Map<String, String> login = Map.of();
  private boolean isRenewable;
  private @Nullable URI session;

  private RedfishSession(WebService web, Credentials credentials, JsonNode root) {
    this.web = web;
    this.credentials = credentials;
    this.root = root;
  }

  /**
   * Logs in, where the credentials have a user.
   *
   * @throws MeterException if nothing answers, something else than Redfish, or the login is refused
   */
  static RedfishSession open(WebService web, Credentials credentials)
      throws MeterException, InterruptedException {
    JsonNode root = web.get(web.below(ROOT), headers(Map.of())).successful().json();
    RedfishSession session = new RedfishSession(web, credentials, root);
    if (credentials.secret("user").isPresent()) {
      web.warnIfReadable();
      session.logIn();
    }
    return session;
  }

  /** The service's first resource, which links to all others. */
  JsonNode root() {
    return root;
  }

  /** The address of the first resource. */
  URI rootAddress() {
    return web.below(ROOT);
  }

  /**
   * The address behind a link, such as {@code {"@odata.id": "/redfish/v1/Chassis/1"}}; empty where
   * there is none.
   *
   * @throws MeterException if it leads to another server
   */
  Optional<URI> link(URI from, JsonNode link) throws MeterException {
    return link(from, link.path("@odata.id").asText());
  }

  /** The address that a reference stands for; empty where it is empty. */
  Optional<URI> link(URI from, String reference) throws MeterException {
    return reference.isEmpty() ? Optional.empty() : Optional.of(web.linked(from, reference));
  }

  /** Fetches a resource, and gives the answer whatever its status. */
  WebAnswer get(URI resource) throws MeterException, InterruptedException {
    WebAnswer answer = web.get(resource, headers(login));
    if (answer.status() == 401 && isRenewable) {
      session = null;
      logIn();
      answer = web.get(resource, headers(login));
    }
    return answer;
  }

  private void logIn() throws MeterException, InterruptedException {
    String user = credentials.required("user");
    String password = credentials.required("password");
    URI sessions =
        link(rootAddress(), root.path("Links").path("Sessions"))
            .orElse(web.below(ROOT + "SessionService/Sessions"));
    String body =
        JsonNodeFactory.instance
            .objectNode()
            .put("UserName", user)
            .put("Password", password)
            .toString();
    WebAnswer answer = web.send("POST", sessions, headers(Map.of()), body);
    Optional<String> token = answer.headers().firstValue(TOKEN);
    if (answer.isSuccess() && token.isPresent()) {
      login = Map.of(TOKEN, token.get());
      session = sessionAddress(sessions, answer);
      isRenewable = true;
    } else if (answer.status() == 401) {
      answer.successful();
    } else {
      LOG.debug("{} gives no session; every request carries the login.", web.name());
      isRenewable = false;
      login = Map.of("Authorization", WebOptions.basic(user, password));
    }
  }

  /**
   * Where the session is ended; by its path alone, since controllers behind a proxy err on the
   * host.
   */
  private @Nullable URI sessionAddress(URI sessions, WebAnswer answer) throws MeterException {
    String location = answer.headers().firstValue("Location").orElse("");
    if (location.isEmpty()) {
      return link(sessions, answer.json()).orElse(null);
    }
    try {
      String path = URI.create(location).getRawPath();
      return path == null || path.isEmpty() ? null : web.linked(sessions, path);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static Map<String, String> headers(Map<String, String> login) {
    Map<String, String> headers = new LinkedHashMap<>(login);
    headers.put("Accept", "application/json");
    headers.put("OData-Version", "4.0");
    return headers;
  }

  /** Logs out, so that the controller has a session left for others; tells failures to the log. */
  @Override
  public void close() {
    URI ended = session;
    if (ended == null) {
      return;
    }
    session = null;
    boolean interrupted = Thread.interrupted();
    try {
      WebAnswer answer = web.send("DELETE", ended, headers(login), "");
      if (!answer.isSuccess()) {
        LOG.warn("{} did not end its session: status {}.", web.name(), answer.status());
      }
    } catch (MeterException e) {
      LOG.warn("{} did not end its session: {}", web.name(), e.getMessage());
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
