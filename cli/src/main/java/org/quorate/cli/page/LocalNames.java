package org.quorate.cli.page;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lets in who asks for this machine by a name of its own. A page of another site, open in a browser
 * here, could be told that its site's name stands for this machine, and then read what is served
 * without a login; it asks by that name. Who names no host at all is no browser. Thread-safe.
 */
final class LocalNames extends Filter {
  private static final int MISDIRECTED = 421;
  private static final Pattern LOCAL =
      Pattern.compile(
          "(localhost|[a-z0-9.-]+\\.localhost|127(\\.\\d{1,3}){3}|\\[::1]|\\[0(:0){6}:1])(:\\d*)?");
  private static final byte[] REFUSAL =
      ("This page is for who asks for it by localhost or an address of this machine's own, such as"
              + " http://localhost:PORT.\n")
          .getBytes(StandardCharsets.UTF_8);

  @Override
  public String description() {
    return "who asks by a name of this machine";
  }

  @Override
  public void doFilter(HttpExchange exchange, Chain next) throws IOException {
    if (isLocal(exchange.getRequestHeaders().getFirst("Host"))) {
      next.doFilter(exchange);
      return;
    }
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      boolean isHead = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(MISDIRECTED, isHead ? -1 : REFUSAL.length);
      if (!isHead) {
        exchange.getResponseBody().write(REFUSAL);
      }
    }
  }

  /**
   * @param host as the request names it, with or without a port; null where it names none
   */
  static boolean isLocal(@Nullable String host) {
    return host == null || LOCAL.matcher(host.toLowerCase(Locale.ROOT)).matches();
  }
}
