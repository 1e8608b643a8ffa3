package org.quorate.lab.link.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.relay.RelayEndpoint;
import org.quorate.study.result.Latencies;

final class LinkPlanTest {
  @Test
  void aPlanIsReadAsItWasWritten(@TempDir Path directory) throws IOException {
    DelayDistribution delay = DelayDistribution.parse("lognormal 5ms 0.5");
    LinkPlan.of(
            delay,
            7,
            LinkTraffic.WITH_HBASE_CLIENTS,
            directory.resolve("links.socket"),
            List.of(node(1), node(2)))
        .write(directory);
    LinkPlan read = LinkPlan.read(directory);
    assertThat(read.distribution()).isEqualTo(delay);
    assertThat(read.seed()).isEqualTo(7);
    assertThat(read.traffic()).isEqualTo(LinkTraffic.WITH_HBASE_CLIENTS);
    assertThat(read.socket()).isEqualTo(directory.resolve("links.socket").toString());
    assertThat(read.endpoints())
        .containsExactly(
            new RelayEndpoint(1, address("127.9.0.1"), address("127.9.1.1")),
            new RelayEndpoint(2, address("127.9.0.2"), address("127.9.1.2")));
  }

  @Test
  void aPlanOfAnEarlierVersionIsBetweenNodes(@TempDir Path directory) throws IOException {
    Files.writeString(
        directory.resolve(LinkPlan.FILE), "{\"delay\":\"5ms\",\"seed\":7,\"nodes\":[]}");
    assertThat(LinkPlan.read(directory).traffic()).isNull();
  }

  @Test
  void aStatusIsReadAsItWasWritten(@TempDir Path directory) throws IOException {
    assertThat(LinkStatus.read(directory)).isEmpty();
    LinkStatus status =
        new LinkStatus(
            true,
            List.of(
                new LinkReport(1, 2, "5ms", 4096, 3, new Latencies(3, 5e6, 5, 6, 7, 8, 9, 10))));
    status.write(directory);
    assertThat(LinkStatus.read(directory)).contains(status);
  }

  private static NodeAddresses node(int index) {
    return new NodeAddresses(
        index,
        "node" + index,
        "dc1",
        "rack1",
        address("127.9.1." + index),
        address("127.9.1." + index),
        address("127.9.0." + index),
        7199);
  }

  private static InetSocketAddress address(String host) {
    return new InetSocketAddress(host, 7000);
  }
}
