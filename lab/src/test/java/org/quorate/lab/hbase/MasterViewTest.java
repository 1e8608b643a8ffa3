package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.hbase.ServerMetricsBuilder;
import org.apache.hadoop.hbase.ServerName;
import org.junit.jupiter.api.Test;

class MasterViewTest {
  private static final Instant STARTED = Instant.ofEpochMilli(1_763_800_000_000L);
  private static final InetSocketAddress ADDRESS = new InetSocketAddress("127.10.1.2", 16_020);

  @Test
  void aServerThatStartedWithItsProcessIsCountedOn() {
    assertThat(with("127.10.1.2", 700).missing(ADDRESS, STARTED)).isEmpty();
    assertThat(with("127.10.1.2", -900).missing(ADDRESS, STARTED))
        .as("the kernel's time of a start may be a little late")
        .isEmpty();
  }

  @Test
  void theServerThatWasThereBeforeARestartIsAnother() {
    assertThat(with("127.10.1.2", -1_100).missing(ADDRESS, STARTED))
        .contains("the master does not count on it yet");
  }

  @Test
  void theServerAtAnotherAddressIsAnother() {
    assertThat(with("127.10.1.1", 700).missing(ADDRESS, STARTED)).isPresent();
    assertThat(new MasterView(Set.of()).missing(ADDRESS, STARTED)).isPresent();
  }

  /** It gives no region to the other, so that a new table would be on the first alone. */
  @Test
  void aServerThatHasNotToldTheMasterOfItsLoadIsNotCountedOn() {
    ServerName told = ServerName.valueOf("127.10.1.2", 16_020, STARTED.toEpochMilli());
    ServerName registered = ServerName.valueOf("127.10.1.3", 16_020, STARTED.toEpochMilli());
    MasterView view =
        MasterView.of(
            List.of(
                ServerMetricsBuilder.newBuilder(told)
                    .setLastReportTimestamp(STARTED.toEpochMilli())
                    .build(),
                ServerMetricsBuilder.of(registered)));

    assertThat(view.regionServers()).containsExactly(told);
  }

  private static MasterView with(String host, long millisAfterStart) {
    return new MasterView(
        Set.of(
            ServerName.valueOf(
                host, ADDRESS.getPort(), STARTED.plusMillis(millisAfterStart).toEpochMilli())));
  }
}
