package org.quorate.lab.link.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.Links;
import org.quorate.lab.link.LinksLostException;
import org.quorate.lab.link.relay.Relay;
import org.quorate.lab.link.relay.RelayEndpoint;
import org.quorate.lab.link.relay.TestNetwork;

/** The limit is for a test that would hang. */
@Timeout(120)
final class RemoteLinksTest {
  private final List<ServerSocket> servers = new ArrayList<>();
  private final List<RelayEndpoint> nodes = new ArrayList<>();

  @TempDir private Path directory;

  @BeforeEach
  void listen() throws IOException {
    for (int node = 1; node <= 3; node++) {
      InetAddress advertised = InetAddress.getByName("127.18.0." + node);
      ServerSocket server =
          TestNetwork.listening(InetAddress.getByName("127.18.1." + node), advertised);
      servers.add(server);
      nodes.add(TestNetwork.endpoint(node, server, advertised));
    }
  }

  @AfterEach
  void close() throws IOException {
    for (ServerSocket server : servers) {
      server.close();
    }
  }

  @Test
  void whatIsSetRemotelyIsSetOnTheLink() throws IOException {
    try (Relay relay = Relay.open(nodes, 1);
        LinkServer server = LinkServer.open(socket(), relay);
        Links links = RemoteLinks.connect(socket())) {
      links.delay(DelayDistribution.parse("lognormal 5ms 0.5"));
      links.link(2, 1).delay(DelayDistribution.parse("20ms"));
      links.link(2, 1).bandwidth(1_000_000);
      links.link(1, 3).cut();
      assertThat(relay.link(1, 2).report().configured()).contains("lognormal 5ms 0.5");
      assertThat(relay.link(2, 1).report().configured()).contains("20ms").contains("at");
      assertThat(relay.link(1, 3).isCut()).isTrue();
      assertThat(links.link(1, 3).isCut()).isTrue();
      links.link(1, 3).heal();
      assertThat(relay.link(1, 3).isCut()).isFalse();
      assertThat(server).isNotNull();
    }
    assertThat(socket()).as("a closed server leaves nothing").doesNotExist();
  }

  @Test
  void reportsAreThoseOfTheLinks() throws Exception {
    try (Relay relay = Relay.open(nodes, 1);
        LinkServer server = LinkServer.open(socket(), relay);
        Links links = RemoteLinks.connect(socket())) {
      assertThat(links.all()).hasSize(6);
      assertThat(links.all().stream().map(Link::from)).containsExactly(1, 1, 2, 2, 3, 3);
      try (Socket client = new Socket()) {
        client.bind(new InetSocketAddress(nodes.get(0).listen().getAddress(), 0));
        client.connect(nodes.get(1).advertised());
        client.getOutputStream().write(new byte[100]);
        try (Socket accepted = servers.get(1).accept()) {
          assertThat(accepted.getInputStream().readNBytes(100)).hasSize(100);
        }
      }
      // The relay counts a message after it has handed it over, and the end of the stream later.
      await("both ends have told their end, and all is counted")
          .ignoreExceptions()
          .until(
              () ->
                  relay.link(1, 2).report().bytes() == 100
                      && relay.reports().equals(links.reports()));
      LinkReport carried = links.link(1, 2).report();
      assertThat(carried).isEqualTo(relay.link(1, 2).report());
      assertThat(carried.achieved().count()).isPositive();
      links.link(1, 2).resetReport();
      links.resetReports();
      assertThat(relay.reports()).allMatch(report -> report.bytes() == 0);
      assertThat(server).isNotNull();
    }
  }

  @Test
  void aLinkThatDoesNotExistIsRefused() throws IOException {
    try (Relay relay = Relay.open(nodes, 1);
        LinkServer server = LinkServer.open(socket(), relay);
        Links links = RemoteLinks.connect(socket())) {
      assertThatThrownBy(() -> links.link(1, 4)).hasMessageContaining("no link from node 1");
      Link link = links.link(1, 2);
      assertThatThrownBy(() -> link.bandwidth(-1)).isInstanceOf(IllegalArgumentException.class);
      link.bandwidth(5);
      assertThat(relay.link(1, 2).report().configured()).contains("5");
      assertThat(server).isNotNull();
    }
  }

  @Test
  void aProcessThatHasEndedIsTold() throws IOException {
    Links links;
    try (Relay relay = Relay.open(nodes, 1)) {
      LinkServer server = LinkServer.open(socket(), relay);
      links = RemoteLinks.connect(socket());
      server.close();
      assertThatThrownBy(links::reports)
          .isInstanceOf(LinksLostException.class)
          .hasMessageContaining("does not answer")
          .hasMessageContaining("--resume");
    }
    links.close();
    assertThatThrownBy(() -> RemoteLinks.connect(socket())).isInstanceOf(IOException.class);
  }

  @Test
  void aCallerWhoIsInterruptedIsToldAtOnceAndOthersGoOnAsking() throws Exception {
    try (Relay relay = Relay.open(nodes, 1);
        SlowLinks slow = new SlowLinks(relay);
        LinkServer server = LinkServer.open(socket(), slow);
        Links links = RemoteLinks.connect(socket())) {
      FutureTask<Boolean> told =
          new FutureTask<>(
              () -> {
                assertThatThrownBy(links::resetReports)
                    .isInstanceOf(LinksLostException.class)
                    .hasMessageContaining("interrupted")
                    .hasMessageContaining("--resume");
                return Thread.currentThread().isInterrupted();
              });
      Thread caller = new Thread(told);
      caller.start();
      slow.asked.await();
      caller.interrupt();
      assertThat(told.get()).as("the thread is still to end").isTrue();

      slow.answering.countDown();
      links.link(1, 2).cut();
      assertThat(links.link(1, 2).isCut()).isTrue();
      assertThat(links.reports()).isEqualTo(relay.reports());
      assertThat(server).isNotNull();
    }
  }

  @Test
  void aDirectoryTooDeepForASocketHasItElsewhere() throws IOException {
    Path deep = Files.createDirectories(directory.resolve("x".repeat(120)));
    Path chosen = LinkSocket.choose(deep);
    assertThat(chosen.toString().length()).isLessThan(100);
    assertThat(chosen.getParent()).exists();
    LinkSocket.forget(chosen, deep);
    assertThat(chosen.getParent()).doesNotExist();
    LinkSocket.forget(socket(), directory);
    assertThat(directory).exists();
  }

  private Path socket() {
    return directory.resolve(LinkSocket.FILE);
  }

  /** Reports are reset once the test allows it. */
  private static final class SlowLinks implements Links {
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch answering = new CountDownLatch(1);
    private final Links links;

    SlowLinks(Links links) {
      this.links = links;
    }

    @Override
    public Link link(int from, int to) {
      return links.link(from, to);
    }

    @Override
    public List<Link> all() {
      return links.all();
    }

    @Override
    public void resetReports() {
      asked.countDown();
      try {
        answering.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      links.resetReports();
    }

    @Override
    public void close() {
      answering.countDown();
    }
  }
}
