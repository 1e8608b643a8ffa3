package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ZooKeeperProbeTest {
  @Test
  void aServerThatServesTellsItsMode() {
    assertThat(
            ZooKeeperProbe.serves(
                "Zookeeper version: 3.8.4-9316c2a\nLatency min/avg/max: 0/0/0\nMode: standalone\n"))
        .isTrue();
    assertThat(ZooKeeperProbe.serves("This ZooKeeper instance is not currently serving requests\n"))
        .isFalse();
    assertThat(ZooKeeperProbe.serves("srvr is not executed because it is not in the whitelist.\n"))
        .isFalse();
  }

  @Test
  void whereNobodyListensOrAnswersItDoesNot() throws IOException {
    InetSocketAddress address;
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = new InetSocketAddress(silent.getInetAddress(), silent.getLocalPort());
      assertThat(ZooKeeperProbe.answers(address, Duration.ofMillis(100))).isFalse();
    }
    assertThat(ZooKeeperProbe.answers(address, Duration.ofMillis(100))).isFalse();
  }
}
