package org.quorate.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cli.Call;
import org.quorate.study.directory.StudyLock;

final class AgentCommandTest {
  @TempDir private Path folder;

  @Test
  void aFileThatIsWrongIsRefusedBeforeAnythingIsStarted() throws IOException {
    Call call = Call.of("agent", file("keyspace: {shop: all}\n").toString());
    assertThat(call.status()).isEqualTo(2);
    assertThat(call.error()).contains("agent.yaml, line 1, keyspace: this key is not known");
    assertThat(call.error()).contains("Did you mean keyspaces?");
    assertThat(folder.resolve("history")).doesNotExist();
  }

  @Test
  void twoAgentsDoNotShareAHistory() throws Exception {
    Path history = Files.createDirectory(folder.resolve("history"));
    try (StudyLock lock = StudyLock.acquire(history, "It is in use")) {
      Call call = Call.of("agent", settings(0).toString());
      assertThat(call.status()).isEqualTo(3);
      assertThat(call.error()).contains("The history in " + history + " is being written by");
    }
  }

  @Test
  void aPortInUseIsOneSentence() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Call call = Call.of("agent", settings(taken.getLocalPort()).toString());
      assertThat(call.status()).isEqualTo(3);
      assertThat(call.error())
          .contains("Nothing can listen at port " + taken.getLocalPort() + " of 127.0.0.1");
    }
  }

  @Test
  void aClusterThatIsNotThereIsAStateAndTheAgentEndsWhenAskedTo() throws Exception {
    AtomicReference<Call> ended = new AtomicReference<>();
    Thread agent;
    JsonNode sent;
    try (CollectorServer collector = new CollectorServer(0, null);
        ServerSocket contact = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      contact.setSoTimeout(60_000);
      Path config = settings("127.0.0.1:" + contact.getLocalPort(), "history", 0);
      String otlp = "otlp: {endpoint: '" + collector.url() + "'}\n";
      String file = Files.writeString(config, otlp, StandardOpenOption.APPEND).toString();
      agent = new Thread(() -> ended.set(Call.of("agent", file)));
      agent.start();
      // It has begun to connect; from now on nobody listens.
      contact.accept().close();
      sent =
          CollectorServer.decoded(
              Objects.requireNonNull(collector.requests.poll(1, TimeUnit.MINUTES)));
    }
    assertThat(sent.findValuesAsText("name")).contains("quorate.agent.ready");
    agent.interrupt();
    agent.join();
    Call call = Objects.requireNonNull(ended.get());
    assertThat(call.status()).isEqualTo(130);
    assertThat(call.error())
        .contains(
            "Metrics are at http://127.0.0.1:",
            "Metrics are sent to http://127.0.0.1:",
            "The cluster is away: No Cassandra node answers at 127.0.0.1:",
            "The agent ends; its history is written.");
  }

  @Test
  void whatIsToldHasNoControlCharacters() throws IOException {
    Path history = Files.createDirectory(folder.resolve("his\u001b[31mtory"));
    Files.writeString(history.resolve("tables-2026-11-26.csv"), "torn");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path file = settings("127.0.0.1:1", "\"his\\e[31mtory\"", taken.getLocalPort());
      assertThat(Call.of("agent", file.toString()).error())
          .contains("his?[31mtory/tables-2026-11-26.csv was not whole")
          .doesNotContain("\u001b");
    }
  }

  private Path settings(int port) throws IOException {
    return settings("127.0.0.1:1", "history", port);
  }

  private Path settings(String contact, String history, int port) throws IOException {
    return file(
        "contact-points: \""
            + contact
            + "\"\nkeyspaces: {shop: all}\nhistory: {directory: "
            + history
            + "}\npage: {port: "
            + port
            + "}\n");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("agent.yaml"), text);
  }
}
