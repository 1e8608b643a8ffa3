package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ConnectionSettingsTest {
  @Test
  void aHostThatWasNotKnownIsLookedUpAgainAndNamesStay() {
    ConnectionSettings settings =
        ConnectionSettings.of(
                List.of(
                    InetSocketAddress.createUnresolved("localhost", 9042),
                    InetSocketAddress.createUnresolved("127.0.0.1", 9043)))
            .withLocalDataCenter("dc1");
    ConnectionSettings now = settings.lookedUp();
    assertThat(now.contactPoints()).noneMatch(InetSocketAddress::isUnresolved);
    assertThat(now.contactPoints())
        .extracting(InetSocketAddress::getHostString)
        .containsExactly("localhost", "127.0.0.1");
    assertThat(now.contactPoints())
        .extracting(InetSocketAddress::getPort)
        .containsExactly(9042, 9043);
    assertThat(now.localDataCenter()).isEqualTo("dc1");
  }
}
