package org.quorate.power.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.quorate.power.MeterException;

/**
 * What a server answered.
 *
 * @param from what was asked
 * @param status HTTP's
 * @param body as text, in UTF-8
 * @param receivedAt when all of it was here
 */
public record WebAnswer(
    URI from, int status, HttpHeaders headers, String body, Instant receivedAt) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static WebAnswer of(URI from, int status, HttpHeaders headers, byte[] body, Instant receivedAt) {
    return new WebAnswer(
        from, status, headers, new String(body, StandardCharsets.UTF_8), receivedAt);
  }

  /** Whether the status says success. */
  public boolean isSuccess() {
    return status >= 200 && status < 300;
  }

  /**
   * This answer, when its status says success.
   *
   * @throws WebStatusException otherwise
   */
  public WebAnswer successful() throws WebStatusException {
    if (!isSuccess()) {
      throw WebStatusException.of(this);
    }
    return this;
  }

  /**
   * The body as JSON.
   *
   * @throws MeterException if it is something else
   */
  public JsonNode json() throws MeterException {
    try {
      JsonNode node = JSON.readTree(body);
      if (node != null && !node.isMissingNode()) {
        return node;
      }
    } catch (JsonProcessingException e) {
      throw new MeterException(
          name(from) + " answers with something else than JSON; check the address.", e);
    }
    throw new MeterException(name(from) + " answers with nothing; check the address.");
  }

  /** An address as messages have it, without what was asked. */
  static String name(URI address) {
    return address.getScheme() + "://" + address.getRawAuthority() + address.getRawPath();
  }
}
