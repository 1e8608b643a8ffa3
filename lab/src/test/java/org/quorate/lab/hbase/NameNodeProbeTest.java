package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class NameNodeProbeTest {
  private static final InetSocketAddress DATA_NODE = new InetSocketAddress("127.10.1.203", 9866);

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
    JsonNode itself =
        answer(
            "{\"LiveNodes\":"
                + " \"{\\\"127.10.1.204:9876\\\": {}, \\\"127.10.1.203:9866\\\": {}}\"}");
    assertThat(NameNodeProbe.misses(other, DATA_NODE))
        .contains("the name node has not heard of it yet");
    assertThat(NameNodeProbe.misses(itself, DATA_NODE)).isEmpty();
    assertThatThrownBy(() -> NameNodeProbe.misses(answer("{\"LiveNodes\": \"{\"}"), DATA_NODE))
        .isInstanceOf(IOException.class);
  }

  @Test
  void whereNobodyAnswersNothingCanBeUsed() throws IOException {
    NameNodeProbe probe = new NameNodeProbe(InetAddress.getByName("127.251.1.250"));
    assertThat(probe.misses()).isPresent();
    assertThat(probe.misses(DATA_NODE)).isPresent();
  }
}
