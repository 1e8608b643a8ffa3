package org.quorate.lab.link.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.Link;

/** What a cut link does not carry, and what it carries once it is healed. */
class RelayCutTest {
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
  void cutLinkCarriesNothingAndHealedDeliversWhatWasHeld() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    Link link = network.link(1, 2);
    assertThat(link.isCut()).isFalse();

    link.cut();
    assertThat(link.isCut()).isTrue();
    opener.getOutputStream().write(new byte[] {1, 2, 3});
    // From then on counts how long they are under way.
    network.awaitTaken(1, 2, 3);
    assertThat(TestNetwork.nothingComesOutOf(acceptor)).isTrue();
    assertThat(link.report().bytes()).isZero();

    link.heal();
    assertThat(link.isCut()).isFalse();
    opener.getOutputStream().write(4);
    assertThat(acceptor.getInputStream().readNBytes(4)).containsExactly(1, 2, 3, 4);
    network.awaitBytes(1, 2, 4);
    assertThat(link.report().achieved().max())
        .isGreaterThanOrEqualTo(TestNetwork.A_WHILE.toNanos());
  }

  @Test
  void oppositeLinkAndOtherLinksGoOn() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    network.link(1, 2).cut();

    acceptor.getOutputStream().write(5);
    assertThat(opener.getInputStream().read()).isEqualTo(5);
    network.connect(1, 3).getOutputStream().write(6);
    assertThat(network.accept(3).getInputStream().read()).isEqualTo(6);
  }

  @Test
  void bytesUnderWayWhenTheLinkIsCutAreHeldAndTravelAgain() throws IOException {
    Link link = network.link(1, 2);
    link.delay(DelayDistribution.parse("100ms"));
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    opener.getOutputStream().write(9);
    network.awaitTaken(1, 2, 1);
    link.cut();
    // On a machine that stood still meanwhile it is through already: then another.
    for (int bytes = 2; network.relay().heldBytes() == 0; bytes++) {
      link.heal();
      assertThat(acceptor.getInputStream().read()).isEqualTo(9);
      opener.getOutputStream().write(9);
      network.awaitTaken(1, 2, bytes);
      link.cut();
    }
    assertThat(TestNetwork.nothingComesOutOf(acceptor)).isTrue();
    long healed = System.nanoTime();
    link.heal();

    assertThat(acceptor.getInputStream().read()).isEqualTo(9);
    assertThat(System.nanoTime() - healed).isGreaterThanOrEqualTo(100_000_000L);
  }

  @Test
  void endsOfConnectionsDoNotPassEither() throws IOException {
    Socket finishing = network.connect(1, 2);
    Socket finished = network.accept(2);
    Socket breaking = network.connect(1, 2);
    Socket broken = network.accept(2);
    network.link(1, 2).cut();

    finishing.shutdownOutput();
    breaking.setSoLinger(true, 0);
    breaking.close();
    assertThat(TestNetwork.nothingComesOutOf(finished)).isTrue();
    assertThat(TestNetwork.nothingComesOutOf(broken)).isTrue();

    network.link(1, 2).heal();
    assertThat(finished.getInputStream().read()).isEqualTo(-1);
    assertThatExceptionOfType(SocketException.class)
        .isThrownBy(() -> broken.getInputStream().read());
  }

  @Test
  void newConnectionIsLeftAloneUntilBothLinksAreHealed() throws IOException {
    network.link(1, 2).cut();
    network.link(2, 1).cut();
    Socket opener = network.connect(1, 2);
    opener.getOutputStream().write(7);
    assertThat(network.nobodyReaches(2)).isTrue();
    assertThat(TestNetwork.nothingComesOutOf(opener)).isTrue();

    network.link(1, 2).heal();
    assertThat(network.nobodyReaches(2)).isTrue();
    network.link(2, 1).heal();

    assertThat(network.accept(2).getInputStream().read()).isEqualTo(7);
  }

  @Test
  void openerThatGivesUpBeforeTheHealIsNeverHeardOf() throws IOException {
    network.link(1, 2).cut();
    Socket impatient = network.connect(1, 2);
    impatient.getOutputStream().write(7);
    TestNetwork.awaitThat("the byte is held", () -> network.relay().heldBytes() == 1);
    impatient.close();
    TestNetwork.awaitThat("nothing is held", () -> network.relay().heldBytes() == 0);

    network.link(1, 2).heal();

    assertThat(network.nobodyReaches(2)).isTrue();
  }

  @Test
  void cutLinkHoldsLittleAndLosesNothing() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    network.link(1, 2).cut();
    byte[] bytes = new byte[1024 * 1024];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 31);
    }
    // A thread, since the operating system may take less than all of it.
    Thread sending =
        new Thread(
            () -> {
              try {
                opener.getOutputStream().write(bytes);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    sending.start();
    TestNetwork.awaitThat(
        "no more is taken", () -> network.relay().heldBytes() == RelayLink.MOST_HELD_WHEN_CUT);

    network.link(1, 2).heal();

    assertThat(acceptor.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
  }

  @Test
  void cuttingAndHealingTwiceChangesNothing() throws IOException {
    Socket opener = network.connect(1, 2);
    Socket acceptor = network.accept(2);
    Link link = network.link(1, 2);
    for (Runnable change : List.<Runnable>of(link::heal, link::cut, link::cut)) {
      change.run();
    }
    opener.getOutputStream().write(1);
    link.heal();
    link.heal();
    opener.getOutputStream().write(2);

    assertThat(acceptor.getInputStream().readNBytes(2)).containsExactly(1, 2);
  }
}
