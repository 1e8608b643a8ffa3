package org.quorate.power.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;

/** A real HTTP server on the loopback address, whose answers a test decides. */
public final class FakeWeb implements AutoCloseable {
  static {
    // Else every answer waits 40 ms for the other side's acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private final HttpServer server;
  private final String scheme;
  private final List<Request> requests = new CopyOnWriteArrayList<>();

  /** Headers have lower-case names; the query is decoded. */
  public record Request(
      String method,
      String path,
      Map<String, String> query,
      Map<String, String> headers,
      String body) {}

  public record Response(int status, Map<String, String> headers, String body) {
    public static Response ok(String body) {
      return new Response(200, Map.of(), body);
    }

    public static Response status(int status) {
      return new Response(status, Map.of(), "");
    }
  }

  private FakeWeb(HttpServer server, String scheme, Function<Request, Response> answers) {
    this.server = server;
    this.scheme = scheme;
    server.createContext("/", exchange -> serve(exchange, answers));
    server.setExecutor(
        task -> {
          Thread thread = new Thread(task, "fake web");
          thread.setDaemon(true);
          thread.start();
        });
    server.start();
  }

  public static FakeWeb plain(Function<Request, Response> answers) throws IOException {
    return new FakeWeb(HttpServer.create(address(), 0), "http", answers);
  }

  public static FakeWeb secure(SSLContext context, Function<Request, Response> answers)
      throws IOException {
    HttpsServer server = HttpsServer.create(address(), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return new FakeWeb(server, "https", answers);
  }

  private static InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private void serve(HttpExchange exchange, Function<Request, Response> answers)
      throws IOException {
    Map<String, String> headers = new TreeMap<>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.get(0)));
    Request request =
        new Request(
            exchange.getRequestMethod(),
            exchange.getRequestURI().getPath(),
            query(exchange.getRequestURI().getRawQuery()),
            headers,
            new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    requests.add(request);
    Response response = answers.apply(request);
    byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
    response.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(response.status(), body.length == 0 ? -1 : body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    } catch (IOException theClientWentAway) {
      // That is what some tests are about.
    } finally {
      exchange.close();
    }
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new LinkedHashMap<>();
    for (String part : raw == null ? new String[0] : raw.split("&", -1)) {
      String[] pair = part.split("=", 2);
      query.put(pair[0], URLDecoder.decode(pair[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  /** Without a path. */
  public String url() {
    return scheme + "://" + authority();
  }

  public String authority() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** All that came, in order. */
  public List<Request> requests() {
    return requests;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
