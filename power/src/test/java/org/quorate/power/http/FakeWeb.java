package org.quorate.power.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * A real HTTP server on the loopback address, whose answers a test decides, every header of them
 * included: unlike the JDK's it tells no {@code Date} of its own.
 */
public final class FakeWeb implements AutoCloseable {
  private final ServerSocket socket;
  private final Optional<SSLContext> security;
  private final Function<Request, Response> answers;
  private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
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

    /** The same with one more header. */
    public Response with(String name, String value) {
      Map<String, String> more = new LinkedHashMap<>(headers);
      more.put(name, value);
      return new Response(status, more, body);
    }
  }

  private FakeWeb(Optional<SSLContext> security, Function<Request, Response> answers)
      throws IOException {
    this.socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.security = security;
    this.answers = answers;
    inBackground(this::accept);
  }

  public static FakeWeb plain(Function<Request, Response> answers) throws IOException {
    return new FakeWeb(Optional.empty(), answers);
  }

  public static FakeWeb secure(SSLContext context, Function<Request, Response> answers)
      throws IOException {
    return new FakeWeb(Optional.of(context), answers);
  }

  private static void inBackground(Runnable task) {
    Thread thread = new Thread(task, "fake web");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() {
    try {
      while (!socket.isClosed()) {
        Socket connection = socket.accept();
        connections.add(connection);
        connection.setTcpNoDelay(true);
        inBackground(() -> serve(connection));
      }
    } catch (IOException closed) {
      // That is how it ends.
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      Socket secured = secured(connection);
      InputStream in = new BufferedInputStream(secured.getInputStream());
      OutputStream out = secured.getOutputStream();
      for (String line = line(in); !line.isEmpty(); line = line(in)) {
        Request request = request(line, in);
        if (socket.isClosed()) {
          return; // Accepted while it was closed, so that nobody else has closed it.
        }
        requests.add(request);
        answer(answers.apply(request), out);
      }
    } catch (IOException theClientWentAway) {
      // That is what some tests are about.
    } finally {
      connections.remove(connection);
    }
  }

  private Socket secured(Socket connection) throws IOException {
    if (security.isEmpty()) {
      return connection;
    }
    SSLSocket secured =
        (SSLSocket)
            security
                .get()
                .getSocketFactory()
                .createSocket(connection, "127.0.0.1", connection.getPort(), true);
    secured.setUseClientMode(false);
    return secured;
  }

  private static Request request(String line, InputStream in) throws IOException {
    String[] words = line.split(" ", -1);
    Map<String, String> headers = new TreeMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      String[] pair = header.split(":", 2);
      headers.put(pair[0].toLowerCase(Locale.ROOT), pair[1].strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
    URI address = URI.create(words[1]);
    return new Request(words[0], address.getPath(), query(address.getRawQuery()), headers, body);
  }

  private static void answer(Response response, OutputStream out) throws IOException {
    byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder("HTTP/1.1 " + response.status() + " Told\r\n");
    response.headers().forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    if (response.status() != 204) {
      head.append("Content-Length: " + body.length + "\r\n");
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    all.writeBytes(body);
    out.write(all.toByteArray());
    out.flush();
  }

  /** A line without its end; empty at the end of all. */
  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
      line.write(c);
    }
    return line.toString(StandardCharsets.ISO_8859_1).stripTrailing();
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
    return (security.isPresent() ? "https://" : "http://") + authority();
  }

  public String authority() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** All that came, in order. */
  public List<Request> requests() {
    return requests;
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket connection : connections) {
        connection.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
