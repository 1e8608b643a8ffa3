package org.quorate.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The page's fixed parts, which lie beside this class as files. */
final class Resources {
  static final String SCRIPT = load("page.js");

  /** Colours and strokes of charts, also for charts that stand alone. */
  static final String CHART_STYLE = load("chart.css");

  /** Charts first: the page overrules their colours for paper. */
  static final String STYLE = CHART_STYLE + load("page.css");

  static final String LOGO =
      "<svg viewBox=\"0 0 24 24\" class=\"logo\" aria-hidden=\"true\">"
          + "<path class=\"on\" d=\"M8 3.5a4 4 0 1 0 .01 0zM16 12.5a4 4 0 1 0 .01 0z\"/>"
          + "<path class=\"off\" d=\"M17 4.5a3 3 0 1 0 .01 0z\"/></svg>";

  static final String ICON =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E"
          + "%3Cpath fill='%230b6cb3' d='M8 3.5a4 4 0 1 0 .01 0zM16 12.5a4 4 0 1 0 .01 0z'/%3E"
          + "%3Cpath fill='none' stroke='%23888' stroke-width='2' d='M17 4.5a3 3 0 1 0 .01 0z'/%3E"
          + "%3C/svg%3E";

  private Resources() {}

  /**
   * A content security policy under which the page may run its own script and style and nothing
   * else, and may fetch nothing.
   */
  static String contentPolicy() {
    return contentPolicy(STYLE, "script-src '" + digest(SCRIPT) + "'; ");
  }

  static String contentPolicy(String style, String allowed) {
    return "default-src 'none'; img-src data:; style-src '"
        + digest(style)
        + "'; "
        + allowed
        + "base-uri 'none'; form-action 'none'";
  }

  static String digest(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This Java has no SHA-256.", e);
    }
  }

  private static String load(String name) {
    try (InputStream stream = Resources.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("The report's file " + name + " is missing.");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
