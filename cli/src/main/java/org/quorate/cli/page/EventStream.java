package org.quorate.cli.page;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.page.EventFeed.Event;

/**
 * Answers with server-sent events (WHATWG HTML, section 9.2). A stream ends in order after some
 * seconds, and the browser, which has been told to, asks anew at once, saying which event it has.
 * So a response has the same longest time as any other, after which whoever does not read it is cut
 * off; there is no queue for a reader, and a reader that has gone without a word is noticed soon,
 * by the page as well as by the reader itself. Stateless.
 */
final class EventStream {
  static final String TYPE = "text/event-stream; charset=utf-8";

  private static final String RETRY = "retry: 300\n\n";
  private static final String AFTER = "after=";

  private EventStream() {}

  /**
   * Answers a request; returns when the stream has ended or the reader is gone.
   *
   * @param life how long a stream lasts: less than the longest time of a response, or none would
   *     end in order
   * @return whether the reader was sent the last event
   */
  static boolean send(HttpExchange exchange, EventFeed feed, Duration life) {
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", TYPE);
      boolean isSmall = compresses(exchange);
      exchange.sendResponseHeaders(200, 0);
      OutputStream body = exchange.getResponseBody();
      try (OutputStream out = isSmall ? new GZIPOutputStream(body, true) : body) {
        write(out, RETRY);
        String last = last(exchange.getRequestHeaders(), exchange.getRequestURI().getQuery());
        long end = System.nanoTime() + life.toNanos();
        for (long left = life.toNanos(); left > 0; left = end - System.nanoTime()) {
          Optional<Event> next = feed.next(last, Duration.ofNanos(left));
          if (next.isPresent()) {
            write(out, text(next.get()));
            last = next.get().id();
            if (next.get().isLast()) {
              return true;
            }
          }
        }
      }
    } catch (IOException gone) {
      // Whoever reads it has gone, and asks anew if it comes back.
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  /** Whether an answer is to be compressed, which its head then says. */
  static boolean compresses(HttpExchange exchange) {
    List<String> taken = exchange.getRequestHeaders().get("Accept-Encoding");
    boolean isSmall = taken != null && taken.stream().anyMatch(each -> each.contains("gzip"));
    if (isSmall) {
      exchange.getResponseHeaders().set("Content-Encoding", "gzip");
    }
    return isSmall;
  }

  /** What a browser says of itself when it asks anew, else what the page's script says. */
  private static String last(Headers headers, @Nullable String query) {
    String named = headers.getFirst("Last-Event-ID");
    if (named != null) {
      return named;
    }
    return query != null && query.startsWith(AFTER) ? query.substring(AFTER.length()) : "";
  }

  /** An event as it goes over the wire. */
  static String text(Event event) {
    return "id: " + event.id() + "\nevent: " + event.type() + "\ndata: " + event.data() + "\n\n";
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.UTF_8));
    out.flush();
  }
}
