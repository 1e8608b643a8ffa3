package org.quorate.lab.link.process;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.relay.RelayEndpoint;
import org.quorate.study.io.WholeFile;

/**
 * What a process of links is to carry, in {@code links.plan.json} in the cluster's directory.
 *
 * @param delay one-way delay of every link, as {@link DelayDistribution#parse} reads it
 * @param seed of random delays
 * @param traffic whose links there are; absent, between nodes of Cassandra, in a plan of an earlier
 *     version
 * @param socket path of the socket on which requests about the links are taken; absent in a plan of
 *     an earlier version
 * @param nodes to which links lead
 */
record LinkPlan(
    String delay,
    long seed,
    @Nullable LinkTraffic traffic,
    @Nullable String socket,
    List<Node> nodes) {
  static final String FILE = "links.plan.json";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Where one node is reached, as {@code address:port}. */
  record Node(int index, String advertised, String listen) {}

  static LinkPlan of(
      DelayDistribution delay,
      long seed,
      LinkTraffic traffic,
      Path socket,
      List<NodeAddresses> nodes) {
    return new LinkPlan(
        delay.text(),
        seed,
        traffic,
        socket.toString(),
        nodes.stream()
            .map(
                node ->
                    new Node(node.index(), text(node.advertisedStorage()), text(node.storage())))
            .toList());
  }

  static LinkPlan read(Path directory) throws IOException {
    return JSON.readValue(directory.resolve(FILE).toFile(), LinkPlan.class);
  }

  void write(Path directory) throws IOException {
    WholeFile.write(
        directory.resolve(FILE),
        JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n");
  }

  DelayDistribution distribution() {
    return DelayDistribution.parse(delay);
  }

  List<RelayEndpoint> endpoints() throws IOException {
    List<RelayEndpoint> endpoints = new ArrayList<>();
    for (Node node : nodes) {
      endpoints.add(
          new RelayEndpoint(node.index(), address(node.advertised()), address(node.listen())));
    }
    return endpoints;
  }

  private static String text(InetSocketAddress address) {
    return address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private static InetSocketAddress address(String text) throws IOException {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        InetAddress.getByName(text.substring(0, colon)),
        Integer.parseInt(text.substring(colon + 1)));
  }
}
