package org.quorate.hbase.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;

class SilentServersTest {
  private final Configuration configuration = new Configuration(false);

  @Test
  void aBoundThatIsShorterThanARequestMayTakeIsNamed() {
    assertThat(SilentServers.warning(configuration, Duration.ofSeconds(1)))
        .hasValue(
            "A server that hangs makes writes late by up to 1m (hbase.rpc.write.timeout), and the"
                + " bound is 1s; where that matters, lower it for the connection that flushes.");
    configuration.setInt("hbase.rpc.timeout", 5_000);
    assertThat(SilentServers.warning(configuration, Duration.ofSeconds(1)).orElseThrow())
        .contains("up to 5s");
  }

  @Test
  void nothingIsSaidWhereRequestsFailWithinTheBound() {
    configuration.setInt("hbase.rpc.write.timeout", 500);
    assertThat(SilentServers.warning(configuration, Duration.ofSeconds(1))).isEmpty();
    assertThat(SilentServers.warning(configuration, Duration.ofMillis(500))).isEmpty();
  }
}
