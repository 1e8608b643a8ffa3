package org.quorate.cli.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.house.House;
import org.quorate.lab.artifact.Artifact;
import org.quorate.lab.artifact.ServerLibrary;
import org.quorate.study.progress.Progress;

/**
 * Takes metrics as a collector does, and reads them by the classes that OpenTelemetry makes of its
 * own protocol files. Those need another protobuf than HBase's client, so they are apart.
 */
final class CollectorServer implements AutoCloseable {
  private static final Artifact PROTOCOL =
      Artifact.parse("io.opentelemetry.proto:opentelemetry-proto:1.10.0-alpha");

  /** What came with it, and what it was. */
  record Request(String path, String authorization, ByteBuffer body) {}

  final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();

  /** What the next requests are answered with. */
  volatile int status = 200;

  /** Where the next answers say that metrics are taken; empty where they do not. */
  volatile String location = "";

  /** How often it was asked, for whatever it was. */
  final AtomicInteger asked = new AtomicInteger();

  /** Whether the next answers begin and do not end. */
  volatile boolean isEndless;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch end = new CountDownLatch(1);

  /**
   * @param port 0 for any
   * @param encryption null for none
   */
  CollectorServer(int port, @Nullable SSLContext encryption) throws IOException {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    if (encryption == null) {
      server = HttpServer.create(address, 0);
    } else {
      HttpsServer encrypted = HttpsServer.create(address, 0);
      encrypted.setHttpsConfigurator(new HttpsConfigurator(encryption));
      server = encrypted;
    }
    server.createContext("/", this::take);
    server.setExecutor(threads);
    server.start();
  }

  private void take(HttpExchange exchange) throws IOException {
    // As it is now, since who waits for a request may change it for the next.
    boolean isEndlessNow = isEndless;
    asked.incrementAndGet();
    if (!location.isEmpty()) {
      exchange.getResponseHeaders().set("Location", location);
    }
    try (exchange;
        GZIPInputStream body = new GZIPInputStream(exchange.getRequestBody())) {
      requests.add(
          new Request(
              exchange.getRequestURI().getPath(),
              String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")),
              ByteBuffer.wrap(body.readAllBytes())));
      if (isEndlessNow) {
        exchange.sendResponseHeaders(status, 0);
        exchange.getResponseBody().flush();
        end.await();
      } else {
        exchange.sendResponseHeaders(status, -1);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  String url() {
    return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:" + port();
  }

  /** A request's message, by the names of OpenTelemetry's protocol files. */
  static JsonNode decoded(Request request) throws Exception {
    List<URL> jars = new ArrayList<>();
    Path kept = House.root().resolve("cli/target/protocol");
    for (Path jar : new ServerLibrary(kept).resolve("otlp", PROTOCOL, null, Progress.silent())) {
      jars.add(jar.toUri().toURL());
    }
    try (URLClassLoader apart =
        new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Object message =
          apart
              .loadClass("io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest")
              .getMethod("parseFrom", ByteBuffer.class)
              .invoke(null, request.body());
      return JsonMapper.builder().build().valueToTree(plain(message));
    }
  }

  private static Object plain(Object value) throws ReflectiveOperationException {
    if (value instanceof List<?> list) {
      List<Object> all = new ArrayList<>();
      for (Object each : list) {
        all.add(plain(each));
      }
      return all;
    }
    if (value instanceof Number || value instanceof Boolean) {
      return value;
    }
    if (!value.getClass().getName().startsWith("io.opentelemetry.proto.")) {
      return value.toString();
    }
    Map<String, Object> fields = new LinkedHashMap<>();
    Map<?, ?> set = (Map<?, ?>) value.getClass().getMethod("getAllFields").invoke(value);
    for (Map.Entry<?, ?> each : set.entrySet()) {
      Object field = each.getKey();
      String name = (String) field.getClass().getMethod("getName").invoke(field);
      fields.put(name, plain(each.getValue()));
    }
    return fields;
  }

  @Override
  public void close() {
    end.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
