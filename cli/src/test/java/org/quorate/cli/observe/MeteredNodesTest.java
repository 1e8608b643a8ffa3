package org.quorate.cli.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.Node;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.quorate.cli.observe.MeteredNodes.Center;
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

  private static final String SHARED =
      "The host both has nodes of dc1 and dc2, so its joules cannot be split: they are in the whole"
          + " alone, and of none of these data centres joules per operation are known.";

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
    return of(hosts, NODES, metered);
  }

  private static MeteredNodes of(
      Map<String, List<String>> hosts, List<Node> nodes, String... metered) {
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
        nodes);
  }

  @Test
  void aHostIsInTheDataCentreOfItsNodes() {
    MeteredNodes nodes = of(Map.of("rack1", List.of("10.0.0.1", "10.0.0.2")), "rack1", "10.0.1.1");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("rack1", "dc1", "10.0.1.1", "dc2"));
    assertThat(nodes.notes()).isEmpty();
    assertThat(nodes.centers(NODES))
        .isEqualTo(
            Map.of(
                "dc1",
                new Center(2, List.of(), true),
                "dc2",
                new Center(2, List.of("0:0:0:0:0:0:0:1"), false)));
  }

  @Test
  void aHostWithTwoMetersIsOneAndAnAddressMayStandInBrackets() {
    MeteredNodes nodes = of(Map.of(), "[0:0:0:0:0:0:0:1]", "[0:0:0:0:0:0:0:1]");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("[0:0:0:0:0:0:0:1]", "dc2"));
    assertThat(nodes.centers(NODES))
        .isEqualTo(
            Map.of(
                "dc1",
                new Center(2, List.of("10.0.0.1", "10.0.0.2"), false),
                "dc2",
                new Center(2, List.of("10.0.1.1"), false)));
  }

  @Test
  void anAddressOfVersion6IsTheSameHoweverItIsWritten() {
    for (String host : List.of("::1", "[::1]", "0:0:0:0:0:0:0:1", "[0000::0001]")) {
      assertThat(of(Map.of(), host).dataCenters()).isEqualTo(Map.of(host, "dc2"));
      assertThat(of(Map.of("web1", List.of(host)), "web1").dataCenters())
          .isEqualTo(Map.of("web1", "dc2"));
    }
  }

  @Test
  void aHostOfNoDataCentreOrOfTwoIsInNone() {
    MeteredNodes nodes =
        of(Map.of("both", List.of("10.0.0.1", "10.0.1.1")), "both", "web1", "10.0.0.2");

    assertThat(nodes.dataCenters()).isEqualTo(Map.of("10.0.0.2", "dc1"));
    assertThat(nodes.notes())
        .containsExactly(
            SHARED,
            "The host web1 is in no data centre here, since no node has the address web1; name its"
                + " nodes under hosts in the file of meters.");
    assertThat(nodes.centers(NODES))
        .isEqualTo(
            Map.of(
                "dc1",
                new Center(2, List.of(), false),
                "dc2",
                new Center(2, List.of("0:0:0:0:0:0:0:1"), false)));
  }

  /** Nodes of one machine differ by their ports. */
  @Test
  void anAddressThatNodesOfTwoDataCentresShareIsInNone() {
    List<Node> nodes = List.of(KnownNode.of("10.0.0.1", "dc1"), KnownNode.of("10.0.0.1", "dc2"));
    for (List<Node> each : List.of(nodes, List.of(nodes.get(1), nodes.get(0)))) {
      MeteredNodes metered = of(Map.of("both", List.of("10.0.0.1")), each, "both");
      assertThat(metered.dataCenters()).isEmpty();
      assertThat(metered.notes()).containsExactly(SHARED);
      Center shared = new Center(1, List.of(), false);
      assertThat(metered.centers(each)).isEqualTo(Map.of("dc1", shared, "dc2", shared));
    }
  }

  @Test
  void aNodeThatJoinsHasNoMeter() {
    assertThat(
            of(Map.of(), "10.0.0.1")
                .centers(
                    List.of(
                        KnownNode.of("10.0.0.1", "dc1"),
                        KnownNode.of("10.0.0.9", "dc1"),
                        KnownNode.of("10.0.2.1", null))))
        .isEqualTo(
            Map.of(
                "",
                new Center(1, List.of("10.0.2.1"), false),
                "dc1",
                new Center(2, List.of("10.0.0.9"), false)));
  }
}
