package org.quorate.lab.hbase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URL;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Asks a name node, by its web server, what it knows of itself and of data nodes. Stateless. */
record NameNodeProbe(InetAddress address) {
  private static final int PATIENCE_MILLIS = 2_000;

  /** The name node counts whole seconds. */
  private static final Duration ROUNDING = Duration.ofSeconds(1);

  /** How long a data node that is counted on is silent at most, since a report may be late. */
  private static final Duration LATELY = HdfsConfiguration.REPORTS_EVERY.multipliedBy(3);

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Why the name node cannot be used yet; empty where it can. */
  Optional<String> misses() {
    try {
      return misses(ask());
    } catch (IOException silent) {
      return Optional.of("it does not answer yet");
    }
  }

  /**
   * Why a data node cannot be used yet; empty where the name node counts on it.
   *
   * @param started when its process did
   */
  Optional<String> misses(InetSocketAddress dataNode, Instant started) {
    try {
      JsonNode answer = ask();
      return misses(answer, dataNode, Duration.between(started, Instant.now()));
    } catch (IOException silent) {
      return Optional.of("the name node does not answer");
    }
  }

  static Optional<String> misses(JsonNode nameNode) {
    String safeMode = nameNode.path("Safemode").asText();
    return safeMode.isEmpty()
        ? Optional.empty()
        : Optional.of("it waits for reports of data nodes (safe mode)");
  }

  /**
   * A data node that was killed or frozen is among the living until it is missed. So the one in its
   * place must have been heard of since it started, and one that goes on must have been heard of
   * lately, however old its process is.
   *
   * @param age of the data node's process
   */
  static Optional<String> misses(JsonNode nameNode, InetSocketAddress dataNode, Duration age)
      throws IOException {
    String name = HBaseServers.host(dataNode) + ":" + dataNode.getPort();
    JsonNode living = read(nameNode.path("LiveNodes").asText("{}"));
    if (!living.has(name)) {
      return Optional.of("the name node has not heard of it yet");
    }
    JsonNode silentSeconds = living.path(name).path("lastContact");
    if (!silentSeconds.isNumber()) {
      throw new IOException("The name node does not say when it heard of a data node.");
    }
    Duration silent = Duration.ofSeconds(silentSeconds.asLong()).plus(ROUNDING);
    if (silent.plus(HBaseReadiness.ERROR_OF_START).compareTo(age) >= 0) {
      return Optional.of("the name node has not heard of it since it started");
    }
    return silent.compareTo(LATELY) <= 0
        ? Optional.empty()
        : Optional.of("the name node has not heard of it for " + silentSeconds.asLong() + " s");
  }

  private static JsonNode read(String json) throws IOException {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException odd) {
      throw new IOException("The name node names its data nodes in another form.", odd);
    }
  }

  private JsonNode ask() throws IOException {
    URL question =
        new URL(
            "http",
            address.getHostAddress(),
            HdfsServices.NAME_NODE_WEB_PORT,
            "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo");
    HttpURLConnection connection = (HttpURLConnection) question.openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try (InputStream answer = connection.getInputStream()) {
      JsonNode found = JSON.readTree(answer).path("beans").path(0);
      if (!found.has("Safemode")) {
        throw new IOException("The name node says nothing of itself yet.");
      }
      return found;
    } finally {
      connection.disconnect();
    }
  }
}
