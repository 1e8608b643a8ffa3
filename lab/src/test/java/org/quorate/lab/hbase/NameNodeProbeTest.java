package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class NameNodeProbeTest {
  private static final InetSocketAddress DATA_NODE = new InetSocketAddress("127.10.1.203", 9866);
  private static final Duration AGE = Duration.ofSeconds(10);

  private static JsonNode answer(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  @Test
  void aNameNodeInSafeModeCannotBeUsedYet() throws IOException {
    assertThat(NameNodeProbe.misses(answer("{\"Safemode\": \"\"}"))).isEmpty();
    assertThat(NameNodeProbe.misses(answer("{\"Safemode\": \"Safe mode is ON.\"}")))
        .hasValueSatisfying(why -> assertThat(why).contains("safe mode"));
  }

  @Test
  void aDataNodeCanBeUsedOnceTheNameNodeNamesItAmongTheLiving() throws IOException {
    JsonNode other = answer("{\"LiveNodes\": \"{\\\"127.10.1.204:9876\\\": {}}\"}");
    assertThat(NameNodeProbe.misses(other, DATA_NODE, AGE))
        .contains("the name node has not heard of it yet");
    assertThat(NameNodeProbe.misses(heardOf(1), DATA_NODE, AGE)).isEmpty();
    for (String odd : List.of("{", "{\\\"127.10.1.203:9866\\\": {}}")) {
      assertThatThrownBy(
              () ->
                  NameNodeProbe.misses(answer("{\"LiveNodes\": \"" + odd + "\"}"), DATA_NODE, AGE))
          .as(odd)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void aDataNodeThatWasHeardOfBeforeItsProcessStartedIsTheOneBeforeIt() throws IOException {
    // Killed and started again within a second of its last word, and asked about seven later.
    assertThat(NameNodeProbe.misses(heardOf(7), DATA_NODE, Duration.ofSeconds(7)))
        .contains("the name node has not heard of it since it started");
    assertThat(NameNodeProbe.misses(heardOf(7), DATA_NODE, Duration.ofMillis(8_900))).isPresent();
    assertThat(NameNodeProbe.misses(heardOf(0), DATA_NODE, Duration.ofSeconds(7))).isEmpty();
  }

  @Test
  void aDataNodeThatGoesOnAfterAPauseCanBeUsedOnceItIsHeardOfAgain() throws IOException {
    Duration old = Duration.ofMinutes(5);
    for (int silent : List.of(3, 15, 100)) {
      assertThat(NameNodeProbe.misses(heardOf(silent), DATA_NODE, old))
          .contains("the name node has not heard of it for " + silent + " s");
    }
    for (int silent : List.of(0, 1, 2)) {
      assertThat(NameNodeProbe.misses(heardOf(silent), DATA_NODE, old))
          .as("the last report but one, and what the name node rounds off")
          .isEmpty();
    }
  }

  /** A name node that has another data node too, as a real one answers but for more fields. */
  private static JsonNode heardOf(int secondsAgo) throws IOException {
    return answer(
        ("{\"LiveNodes\": \"{'127.10.1.204:9876': {'lastContact': 0}, '127.10.1.203:9866':"
                + " {'infoAddr': '127.10.1.203:9864', 'lastContact': %d}}\"}")
            .formatted(secondsAgo)
            .replace("'", "\\\""));
  }

  @Test
  void whereNobodyAnswersNothingCanBeUsed() throws IOException {
    NameNodeProbe probe = new NameNodeProbe(InetAddress.getByName("127.251.1.250"));
    assertThat(probe.misses()).isPresent();
    assertThat(probe.misses(DATA_NODE, Instant.EPOCH)).isPresent();
  }
}
