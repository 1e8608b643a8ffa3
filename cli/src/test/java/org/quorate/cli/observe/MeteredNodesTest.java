package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.power.Channel;
import org.quorate.power.PowerMeter;
import org.quorate.power.Reading;
import org.quorate.power.Scope;
import org.quorate.power.energy.HostMeter;
import org.quorate.study.file.MetersFile;

final class MeteredNodesTest {
  private static final List<Node> NODES =
      List.of(
          KnownNode.of("10.0.0.1", "dc1"),
          KnownNode.of("10.0.0.2", "dc1"),
          KnownNode.of("10.0.1.1", "dc2"),
          KnownNode.of("::1", "dc2"));

  /** A meter that is never read here. */
  private record Unread(String name, List<Channel> channels, Duration period)
      implements PowerMeter {
    @Override
    public List<Reading> read() {
      throw new IllegalStateException("nobody reads");
    }

    @Override
    public void close() {}
  }

  private static MeteredNodes of(Map<String, List<String>> hosts, String... metered) {
    return MeteredNodes.of(
        new MetersFile(Map.of(), Map.of(), hosts, Optional.empty()),
        Stream.of(metered)
            .map(
                host ->
                    HostMeter.of(
                        host,
                        new Unread(
                            "meter",
                            List.of(Channel.watts("power", Scope.WALL, 0)),
                            Duration.ofSeconds(1))))
            .toList(),
        NODES);
  }

  @Test
  void aHostIsInTheDataCentreOfItsNodes() {
    MeteredNodes nodes = of(Map.of("rack1", List.of("10.0.0.1", "10.0.0.2")), "rack1", "10.0.1.1");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("rack1", "dc1", "10.0.1.1", "dc2"));
    assertThat(nodes.unplaced()).isEmpty();
    assertThat(nodes.unmetered(NODES))
        .isEqualTo(Map.of("dc1", List.of(), "dc2", List.of("0:0:0:0:0:0:0:1")));
  }

  @Test
  void aHostWithTwoMetersIsOneAndAnAddressMayStandInBrackets() {
    MeteredNodes nodes = of(Map.of(), "[0:0:0:0:0:0:0:1]", "[0:0:0:0:0:0:0:1]");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("[0:0:0:0:0:0:0:1]", "dc2"));
    assertThat(nodes.unmetered(NODES))
        .isEqualTo(Map.of("dc1", List.of("10.0.0.1", "10.0.0.2"), "dc2", List.of("10.0.1.1")));
  }

  @Test
  void aHostOfNoDataCentreOrOfTwoIsInNone() {
    MeteredNodes nodes =
        of(Map.of("both", List.of("10.0.0.1", "10.0.1.1")), "both", "web1", "10.0.0.2");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("10.0.0.2", "dc1"));
    assertThat(nodes.unplaced())
        .isEqualTo(
            Map.of("both", "it has nodes of dc1 and dc2", "web1", "no node has the address web1"));
    assertThat(nodes.unmetered(NODES).get("dc1")).containsExactly("10.0.0.1");
  }

  @Test
  void aNodeThatJoinsHasNoMeter() {
    assertThat(
            of(Map.of(), "10.0.0.1")
                .unmetered(
                    List.of(
                        KnownNode.of("10.0.0.1", "dc1"),
                        KnownNode.of("10.0.0.9", "dc1"),
                        KnownNode.of("10.0.2.1", null))))
        .isEqualTo(Map.of("", List.of("10.0.2.1"), "dc1", List.of("10.0.0.9")));
  }
}
