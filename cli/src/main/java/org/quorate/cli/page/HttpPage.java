package org.quorate.cli.page;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Login;

/**
 * Texts and streams of events at paths of an address of this machine. No reader holds a thread or a
 * response for longer than ten seconds, however slowly it reads: the thread that writes is
 * interrupted then, which closes the connection, encrypted or not. Thread-safe.
 */
public final class HttpPage implements AutoCloseable {
  /** So many readers of streams at once; one more is told so. */
  static final int MOST_READERS = 16;

  private static final int OK = 200;
  private static final int UNAVAILABLE = 503;
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;

  /** Fewer slow readers than these hold up nobody else. */
  private static final int THREADS = 16;

  /** Java's own server waits for a slow client for good, unless it is told otherwise. */
  private static final String SLOWEST_SECONDS = "10";

  private static final Duration SLOWEST = Duration.ofSeconds(Long.parseLong(SLOWEST_SECONDS));

  private static final Answer FULL =
      Answer.plain(
          false,
          MOST_READERS
              + " readers follow this page already; close one of them, or try again in some"
              + " seconds.\n");

  /** How soon a browser asks anew, at the latest, whose stream has ended in order. */
  private static final Duration BACK = Duration.ofMillis(1_500);

  private final HttpServer server;
  private final Duration slowest;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS, HttpPage::thread);
  private final ExecutorService readers =
      new ThreadPoolExecutor(
          0, MOST_READERS, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), HttpPage::thread);
  private final ScheduledThreadPoolExecutor alarms =
      new ScheduledThreadPoolExecutor(1, HttpPage::thread);

  private final Object following = new Object();
  private int followers;

  /** Until when one may come back that was not sent the last event. */
  private long backNanos = System.nanoTime();

  private HttpPage(HttpServer server, Duration slowest) {
    this.server = server;
    this.slowest = slowest;
    alarms.setRemoveOnCancelPolicy(true);
    server.setExecutor(task -> threads.execute(() -> inTime(task)));
  }

  private static Thread thread(Runnable task) {
    Thread serving = new Thread(task, "page");
    serving.setDaemon(true);
    return serving;
  }

  /**
   * Runs what serves a reader, and interrupts it where it takes too long. What Java's server does
   * after that time by itself waits, on an encrypted connection, for the very thread that hangs.
   */
  private void inTime(Runnable work) {
    if (alarms.isShutdown()) {
      return;
    }
    FutureTask<?> task = new FutureTask<>(work, null);
    Future<?> alarm =
        alarms.schedule(() -> task.cancel(true), slowest.toMillis(), TimeUnit.MILLISECONDS);
    task.run();
    alarm.cancel(false);
    if (!task.isCancelled()) {
      try {
        task.get();
      } catch (ExecutionException failed) {
        throw new IllegalStateException("The page has failed.", failed.getCause());
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * What is answered.
   *
   * @param isWell false for a text that tells of a failure, which has status 503
   * @param type of the text, as HTTP has it
   */
  public record Answer(boolean isWell, String type, String text) {
    /** A plain text. */
    public static Answer plain(boolean isWell, String text) {
      return new Answer(isWell, "text/plain; charset=utf-8", text);
    }
  }

  /**
   * Begins to listen; there is nothing there until {@link #serve}.
   *
   * @param address at which to listen; port 0 is any free one
   * @param encryption by which the page is encrypted; null for plain HTTP
   * @param option by which another port is chosen, for the message
   * @throws IOException if that cannot be; the message is one sentence
   */
  public static HttpPage open(
      InetSocketAddress address, @Nullable SSLContext encryption, String option)
      throws IOException {
    return open(address, encryption, option, SLOWEST);
  }

  /**
   * The same for another longest time.
   *
   * @param slowest after which a reader is cut off, at most ten seconds
   */
  static HttpPage open(
      InetSocketAddress address, @Nullable SSLContext encryption, String option, Duration slowest)
      throws IOException {
    if (address.isUnresolved()) {
      throw new IOException("The host name " + address.getHostString() + " is not known.");
    }
    for (String limit : new String[] {"maxReqTime", "maxRspTime"}) {
      String property = "sun.net.httpserver." + limit;
      System.setProperty(property, System.getProperty(property, SLOWEST_SECONDS));
    }
    HttpServer server;
    try {
      server = encryption == null ? HttpServer.create(address, 0) : encrypted(address, encryption);
    } catch (IOException taken) {
      throw new IOException(
          "Nothing can listen at port "
              + address.getPort()
              + " of "
              + address.getHostString()
              + " ("
              + taken.getMessage()
              + "); choose another with "
              + option
              + ".",
          taken);
    }
    HttpPage page = new HttpPage(server, slowest);
    server.start();
    return page;
  }

  private static HttpServer encrypted(InetSocketAddress address, SSLContext encryption)
      throws IOException {
    HttpsServer server = HttpsServer.create(address, 0);
    server.setHttpsConfigurator(new HttpsConfigurator(encryption));
    return server;
  }

  /**
   * Answers at a path from now on.
   *
   * @param path such as {@code /metrics}
   * @param login who is let in; null for everybody
   * @param answer asked for each request, by any thread
   */
  public void serve(String path, @Nullable Login login, Supplier<Answer> answer) {
    guard(server.createContext(path, exchange -> answer(exchange, path, answer)), login);
  }

  /**
   * Answers with a stream of events at a path from now on.
   *
   * @param login who is let in; null for everybody
   * @param feed asked for each reader, by any thread
   */
  public void stream(String path, @Nullable Login login, EventFeed feed) {
    guard(server.createContext(path, exchange -> stream(exchange, path, feed)), login);
  }

  private void guard(HttpContext context, @Nullable Login login) {
    if (login == null && server.getAddress().getAddress().isLoopbackAddress()) {
      context.getFilters().add(new LocalNames());
    } else if (login != null) {
      context.setAuthenticator(
          new BasicAuthenticator("quorate") {
            @Override
            public boolean checkCredentials(String user, String password) {
              boolean isPassword = same(password, login.password());
              return same(user, login.user()) && isPassword;
            }
          });
    }
  }

  /** In a time that does not tell how much of it is right. */
  private static boolean same(String given, String known) {
    return MessageDigest.isEqual(
        given.getBytes(StandardCharsets.UTF_8), known.getBytes(StandardCharsets.UTF_8));
  }

  /** Where a path is. */
  public String url(String path) {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return (server instanceof HttpsServer ? "https://" : "http://")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address.getPort()
        + path;
  }

  private void stream(HttpExchange exchange, String path, EventFeed feed) throws IOException {
    boolean isStream =
        exchange.getRequestMethod().equals("GET")
            && exchange.getRequestURI().getPath().equals(path);
    if (!isStream) {
      answer(exchange, path, () -> new Answer(true, EventStream.TYPE, ""));
      return;
    }
    try {
      harden(exchange);
      // The exchange goes on when its handler has returned.
      Duration life = slowest.multipliedBy(4).dividedBy(5);
      readers.execute(() -> inTime(() -> follow(exchange, feed, life)));
    } catch (RejectedExecutionException full) {
      answer(exchange, path, () -> FULL);
    }
  }

  private void follow(HttpExchange exchange, EventFeed feed, Duration life) {
    synchronized (following) {
      followers++;
    }
    boolean isTold = false;
    try {
      isTold = EventStream.send(exchange, feed, life);
    } finally {
      synchronized (following) {
        followers--;
        backNanos = isTold ? backNanos : System.nanoTime() + BACK.toNanos();
        following.notifyAll();
      }
    }
  }

  /**
   * Waits until whoever follows a stream has been sent its last event, those included whose browser
   * is about to ask anew; not at all where nobody does.
   *
   * @param patience with those who do not read
   */
  public void awaitFollowers(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    synchronized (following) {
      while (true) {
        long now = System.nanoTime();
        long left = followers > 0 ? end - now : Math.min(end, backNanos) - now;
        if (left <= 0) {
          return;
        }
        TimeUnit.NANOSECONDS.timedWait(following, left);
      }
    }
  }

  /** Nothing of a page is kept by anybody between, guessed about, or put into another page. */
  private static void harden(HttpExchange exchange) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Cache-Control", "no-store");
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("X-Frame-Options", "DENY");
    headers.set("Referrer-Policy", "no-referrer");
  }

  private static void answer(HttpExchange exchange, String path, Supplier<Answer> answer)
      throws IOException {
    try (exchange) {
      harden(exchange);
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      boolean isReading = isHead || exchange.getRequestMethod().equals("GET");
      if (!isReading || !exchange.getRequestURI().getPath().equals(path)) {
        exchange.sendResponseHeaders(isReading ? NOT_FOUND : WRONG_METHOD, -1);
        return;
      }
      Answer given = answer.get();
      exchange.getResponseHeaders().set("Content-Type", given.type());
      boolean isBare = isHead || given.text().isEmpty();
      byte[] body = isBare ? new byte[0] : body(exchange, given.text());
      exchange.sendResponseHeaders(given.isWell() ? OK : UNAVAILABLE, isBare ? -1 : body.length);
      if (!isBare) {
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Compressed for whoever takes that: a page of figures is a fraction then. */
  private static byte[] body(HttpExchange exchange, String text) throws IOException {
    byte[] plain = text.getBytes(StandardCharsets.UTF_8);
    if (!EventStream.compresses(exchange)) {
      return plain;
    }
    ByteArrayOutputStream small = new ByteArrayOutputStream();
    try (OutputStream zip = new GZIPOutputStream(small)) {
      zip.write(plain);
    }
    return small.toByteArray();
  }

  /** Does not wait for whoever does not read. */
  @Override
  public void close() {
    // First, since the server would wait for the very threads that hang.
    readers.shutdownNow();
    threads.shutdownNow();
    server.stop(0);
    alarms.shutdownNow();
  }
}
