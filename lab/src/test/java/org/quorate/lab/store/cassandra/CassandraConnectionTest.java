package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;

class CassandraConnectionTest {
  @Test
  void aContactPointThatDoesNotAnswerIsNamed() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = free.getLocalPort();
    }
    ConnectionSettings settings =
        ConnectionSettings.of(
            List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
    assertThatThrownBy(() -> CassandraConnection.open(settings))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(
            "No Cassandra node answers at localhost:" + port + ": connection refused; check");
  }

  @Test
  void aHostNameThatIsNotKnownIsNamed() {
    ConnectionSettings settings =
        ConnectionSettings.of(List.of(InetSocketAddress.createUnresolved("nowhere.invalid", 9042)));
    assertThatThrownBy(() -> CassandraConnection.open(settings))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("nowhere.invalid is not known");
  }
}
