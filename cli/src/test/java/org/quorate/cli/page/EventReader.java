package org.quorate.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/**
 * Reads a stream of events by a client of HTTP that knows nothing of how it is made, and asks anew
 * as a browser does where it ends. Used by one thread.
 */
public final class EventReader implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final String page;
  private String last;
  private BufferedReader stream;

  private EventReader(String page, String last) throws IOException, InterruptedException {
    this.page = page;
    this.last = last;
    this.stream = ask(page, last);
  }

  /** An event as a browser has it. */
  public record Received(String id, JsonNode data) {
    /** The markup of a part that has changed. */
    public String part(String name) {
      return data.get("parts").path(name).asText();
    }
  }

  /**
   * Opens the stream of a page.
   *
   * @param page the page's own address
   * @param last id of the last event that the reader has; empty for none
   */
  public static EventReader open(String page, String last)
      throws IOException, InterruptedException {
    return new EventReader(page, last);
  }

  private static BufferedReader ask(String page, String last)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(page + "live"));
    if (!last.isEmpty()) {
      request.header("Last-Event-ID", last);
    }
    HttpResponse<InputStream> answer =
        HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("text/event-stream; charset=utf-8");
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  /** The next event. */
  public Received next() throws IOException, InterruptedException {
    while (true) {
      String line = stream.readLine();
      if (line == null) {
        stream.close();
        stream = ask(page, last);
      } else if (line.startsWith("id: ")) {
        last = line.substring("id: ".length());
      } else if (line.startsWith("data: ")) {
        return new Received(last, JSON.readTree(line.substring("data: ".length())));
      }
    }
  }

  @Override
  public void close() throws IOException {
    stream.close();
  }
}
