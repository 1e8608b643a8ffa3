package org.quorate.lab.link.relay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Link;
import org.quorate.lab.link.LinkReport;

/** What arrives through the relay, when, and what the reports say of it. */
class RelayDeliveryTest {
  private static final int MEGABYTE = 1_000_000;

  /** So often in a row the relay takes nothing when it has stopped. */
  private static final int REFUSALS = 25;

  private TestNetwork network;

  @BeforeEach
  void open() throws IOException {
    network = new TestNetwork(3);
  }

  @AfterEach
  void close() throws IOException {
    network.close();
  }

  @Test
  void bytesArriveIntactAndInOrderBothWaysUnderRandomDelays() throws IOException {
    network.relay().delay(DelayDistribution.parse("lognormal 2ms 1"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    byte[] there = randomBytes(8 * MEGABYTE, 1);
    byte[] back = randomBytes(5 * MEGABYTE, 2);

    CompletableFuture<Void> sending = sendInPieces(opener, there, 3);
    CompletableFuture<Void> answering = sendInPieces(acceptor, back, 4);
    CompletableFuture<byte[]> received =
        CompletableFuture.supplyAsync(() -> read(acceptor, there.length));

    assertThat(Arrays.equals(read(opener, back.length), back)).isTrue();
    assertThat(Arrays.equals(received.join(), there)).isTrue();
    CompletableFuture.allOf(sending, answering).join();
  }

  @Test
  void achievedDelayIsAtLeastTheConfiguredOne() throws IOException {
    Link link = network.link(1, 3);
    link.delay(DelayDistribution.parse("3ms"));
    Socket opener = network.connect(1, 3);
    Socket acceptor = network.accept(3);
    int messages = 100;
    for (int i = 0; i < messages; i++) {
      opener.getOutputStream().write(new byte[512]);
      read(acceptor, 512);
    }

    network.awaitBytes(1, 3, messages * 512L);
    LinkReport report = link.report();
    assertThat(report.from()).isEqualTo(1);
    assertThat(report.to()).isEqualTo(3);
    assertThat(report.configured()).isEqualTo("3ms");
    assertThat(report.bytes()).isEqualTo(messages * 512L);
    assertThat(report.messages()).isBetween((long) messages, 2L * messages);
    assertThat(report.achieved().count()).isEqualTo(report.messages());
    assertThat(report.achieved().mean()).isGreaterThan(2_990_000);
    assertThat(report.achieved().p50()).isGreaterThanOrEqualTo(3_000_000);
    assertThat(report.achieved().p99()).isGreaterThanOrEqualTo(report.achieved().p50());
    assertThat(report.achieved().max()).isGreaterThanOrEqualTo(report.achieved().p99());
  }

  @Test
  void onlyTheLinkThatIsSlowIsSlow() throws IOException {
    // Longer than any machine is too busy for one byte.
    network.link(1, 2).delay(DelayDistribution.parse("60s"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);

    long start = System.nanoTime();
    acceptor.getOutputStream().write(1);
    read(opener, 1);
    assertThat(System.nanoTime() - start).isLessThan(60_000_000_000L);

    network.link(1, 2).delay(DelayDistribution.parse("400ms"));
    long asked = System.nanoTime();
    opener.getOutputStream().write(1);
    read(acceptor, 1);
    assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(400_000_000L);
  }

  @Test
  void everyOrderedPairHasALinkOfItsOwn() throws IOException {
    int expected = 0;
    for (int from = 1; from <= 3; from++) {
      for (int to = 1; to <= 3; to++) {
        if (from != to) {
          expected++;
          network.connect(from, to).getOutputStream().write(new byte[10 * from + to]);
          read(network.accept(to), 10 * from + to);
        }
      }
    }

    assertThat(network.relay().all()).hasSize(expected);
    for (Link link : network.relay().all()) {
      network.awaitBytes(link.from(), link.to(), 10L * link.from() + link.to());
    }
    assertThat(network.relay().all())
        .extracting(link -> link.from() + "" + link.to())
        .containsExactly("12", "13", "21", "23", "31", "32");
  }

  @Test
  void bothDirectionsOfAConnectionBelongToTheirLinks() throws IOException {
    Socket opener = network.connect(2, 1);
    Socket acceptor = network.accept(1);
    opener.getOutputStream().write(new byte[7]);
    read(acceptor, 7);
    acceptor.getOutputStream().write(new byte[11]);
    read(opener, 11);

    network.awaitBytes(2, 1, 7);
    network.awaitBytes(1, 2, 11);
  }

  @Test
  void resetReportStartsAfresh() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    opener.getOutputStream().write(new byte[7]);
    read(acceptor, 7);
    network.awaitBytes(1, 2, 7);

    network.relay().resetReports();
    assertThat(network.link(1, 2).report().bytes()).isZero();
    assertThat(network.link(1, 2).report().achieved().count()).isZero();

    opener.getOutputStream().write(new byte[5]);
    read(acceptor, 5);
    network.awaitBytes(1, 2, 5);
    assertThat(network.link(1, 2).report().messages()).isEqualTo(1);
  }

  @Test
  void delayChangedWhileRunningAppliesToLaterBytesAndKeepsOrder() throws IOException {
    Link link = network.link(1, 2);
    link.delay(DelayDistribution.parse("300ms"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    long start = System.nanoTime();
    opener.getOutputStream().write("slow ".getBytes(US_ASCII));
    // The delay is drawn when the relay takes the bytes; only then may it change.
    network.awaitTaken(1, 2, 5);
    link.delay(DelayDistribution.NONE);
    opener.getOutputStream().write("fast".getBytes(US_ASCII));

    assertThat(new String(read(acceptor, 9), US_ASCII)).isEqualTo("slow fast");
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(300_000_000L);
    assertThat(link.report().configured()).isEqualTo("0s");
  }

  @Test
  void delayCanBeSetForSelectedLinks() {
    network.relay().delay(DelayDistribution.parse("1ms"));
    network
        .relay()
        .delay((from, to) -> from == 3 || to == 3, DelayDistribution.parse("uniform 2ms..8ms"));

    assertThat(network.relay().reports())
        .extracting(LinkReport::configured)
        .containsExactly(
            "1ms",
            "uniform 2ms..8ms",
            "1ms",
            "uniform 2ms..8ms",
            "uniform 2ms..8ms",
            "uniform 2ms..8ms");
  }

  @Test
  void cappedLinkCarriesNoMoreThanItsBandwidthOverAllConnections() throws IOException {
    Link link = network.link(1, 2);
    link.bandwidth(2 * MEGABYTE);
    assertThat(link.report().configured()).isEqualTo("0s at 1.91MiB/s");
    Socket first = network.connect(1, 2);
    Socket firstAccepted = network.accept(2);
    Socket second = network.connect(1, 2);
    Socket secondAccepted = network.accept(2);

    long start = System.nanoTime();
    CompletableFuture<Void> sending = sendInPieces(first, new byte[MEGABYTE / 2], 5);
    CompletableFuture<Void> alsoSending = sendInPieces(second, new byte[MEGABYTE / 2], 6);
    read(firstAccepted, MEGABYTE / 2);
    read(secondAccepted, MEGABYTE / 2);
    double seconds = (System.nanoTime() - start) / 1e9;

    CompletableFuture.allOf(sending, alsoSending).join();
    assertThat(seconds).isGreaterThanOrEqualTo(0.499);
    assertThatIllegalArgumentException().isThrownBy(() -> link.bandwidth(-1));
  }

  /** The relay holds at most {@link RelayLink#MOST_HELD} bytes, whatever the sender tries. */
  @Test
  void receiverThatDoesNotReadStopsTheSenderAndLosesNothing() throws IOException {
    network.link(1, 2).delay(DelayDistribution.parse("1ms"));
    long sent;
    int chunk = 64 * 1024;
    try (SocketChannel sender = SocketChannel.open()) {
      sender.bind(new InetSocketAddress("127.88.1.1", 0));
      sender.connect(network.endpoints().get(1).advertised());
      sender.configureBlocking(false);
      Socket acceptor = network.accept(2);
      sent = sendUntilStopped(sender, chunk);
      TestNetwork.awaitThat("the relay holds bytes", () -> network.relay().heldBytes() > 0);
      assertThat(network.relay().heldBytes()).isBetween(1L, (long) RelayLink.MOST_HELD);
      // The rest is in the kernel's buffers of two sockets.
      assertThat(sent).isLessThan(64L * MEGABYTE);

      for (long position = 0; position < sent; position += chunk) {
        byte[] bytes = read(acceptor, (int) Math.min(chunk, sent - position));
        if (bytes.length >= Long.BYTES) {
          assertThat(ByteBuffer.wrap(bytes).getLong()).isEqualTo(position);
        }
      }
    }
    network.awaitBytes(1, 2, sent);
  }

  @Test
  void sleepsWhileNothingIsDue() throws IOException {
    network.relay().delay(DelayDistribution.parse("30s"));
    Socket opener = network.connect(1, 2);
    opener.getOutputStream().write(new byte[512]);
    opener.shutdownOutput();
    Socket acceptor = network.accept(2);
    network.link(1, 3).cut();
    network.connect(1, 3).getOutputStream().write(new byte[512]);

    TestNetwork.awaitThat("the relay sleeps", () -> processorShareOfRelay() < 0.1);
    assertThat(TestNetwork.nothingComesOutOf(acceptor)).isTrue();
  }

  /** As when a node is killed: bytes are unread, under way and unsent, on both sides at once. */
  @Test
  void sleepsAndForgetsConnectionsWhenBothNodesVanishInMidTraffic() throws IOException {
    network.relay().delay(DelayDistribution.parse("5ms"));
    List<Socket> sockets = new ArrayList<>();
    List<CompletableFuture<Void>> sending = new ArrayList<>();
    Executor executor = task -> new Thread(task, "sender").start();
    for (int i = 0; i < 4; i++) {
      Socket opener = network.connect(1, 2);
      Socket acceptor = network.accept(2);
      sockets.addAll(List.of(opener, acceptor));
      sending.add(sendInPieces(opener, new byte[40 * MEGABYTE], i, executor));
      sending.add(sendInPieces(acceptor, new byte[40 * MEGABYTE], i, executor));
    }
    TestNetwork.awaitThat("much is held", () -> network.relay().heldBytes() > 10 * MEGABYTE);

    for (Socket socket : sockets) {
      socket.close();
    }

    TestNetwork.awaitThat("all is closed", () -> network.relay().connections() == 0);
    assertThat(network.relay().heldBytes()).isZero();
    assertThat(sending).allSatisfy(each -> assertThat(each).failsWithin(TestNetwork.PATIENCE));
    TestNetwork.awaitThat("the relay sleeps", () -> processorShareOfRelay() < 0.1);
  }

  /**
   * Writes numbered chunks until the other end, asked again and again for a while, has taken
   * nothing. That time has passed does not tell it: all may have stood still meanwhile.
   */
  private static long sendUntilStopped(SocketChannel sender, int chunk) throws IOException {
    long sent = 0;
    int refusals = 0;
    ByteBuffer buffer = ByteBuffer.allocate(chunk);
    while (refusals < REFUSALS) {
      if (buffer.position() == 0) {
        buffer.putLong(0, sent);
      }
      int written = sender.write(buffer);
      sent += written;
      if (!buffer.hasRemaining()) {
        buffer.clear();
      }
      if (written > 0) {
        refusals = 0;
      } else {
        refusals++;
        LockSupport.parkNanos(TestNetwork.A_WHILE.toNanos() / REFUSALS);
      }
    }
    return sent;
  }

  /** Share of a processor that the relay's thread takes in the next while. */
  private static double processorShareOfRelay() {
    long before = processorNanosOfRelay();
    long start = System.nanoTime();
    TestNetwork.awaitThat(
        "a while has passed", () -> System.nanoTime() - start > TestNetwork.A_WHILE.toNanos());
    return (processorNanosOfRelay() - before) / (double) (System.nanoTime() - start);
  }

  private static long processorNanosOfRelay() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Arrays.stream(threads.getThreadInfo(threads.getAllThreadIds()))
        .filter(thread -> thread != null && thread.getThreadName().equals("quorate-relay"))
        .mapToLong(thread -> threads.getThreadCpuTime(thread.getThreadId()))
        .sum();
  }

  private static CompletableFuture<Void> sendInPieces(Socket socket, byte[] bytes, long seed) {
    return sendInPieces(socket, bytes, seed, ForkJoinPool.commonPool());
  }

  private static CompletableFuture<Void> sendInPieces(
      Socket socket, byte[] bytes, long seed, Executor executor) {
    return CompletableFuture.runAsync(
        () -> {
          Random random = new Random(seed);
          try {
            OutputStream out = socket.getOutputStream();
            int position = 0;
            while (position < bytes.length) {
              int count = Math.min(1 + random.nextInt(20_000), bytes.length - position);
              out.write(bytes, position, count);
              position += count;
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        },
        executor);
  }

  private static byte[] read(Socket socket, int count) {
    try {
      InputStream in = socket.getInputStream();
      byte[] bytes = in.readNBytes(count);
      assertThat(bytes).hasSize(count);
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] randomBytes(int count, long seed) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }
}
