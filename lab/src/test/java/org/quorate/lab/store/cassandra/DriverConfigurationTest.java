package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy;
import org.quorate.cassandra.pool.HotPoolOption;

class DriverConfigurationTest {
  private static final ConnectionSettings SETTINGS =
      ConnectionSettings.of(List.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042)));

  @Test
  void oneCallIsOneRequest() throws StoreException {
    DriverExecutionProfile profile = profile(SETTINGS);
    assertThat(profile.getString(DefaultDriverOption.RETRY_POLICY_CLASS))
        .isEqualTo(NeverRetryPolicy.class.getName());
    assertThat(profile.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS))
        .contains("NoSpeculative");
    assertThat(profile.getBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE)).isFalse();
    assertThat(profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void aServerThatStandsStillForAWhileLeavesNoOldTables() throws StoreException {
    DriverExecutionProfile profile = profile(SETTINGS);
    for (DefaultDriverOption patience :
        List.of(
            DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT,
            DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT,
            DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT)) {
      assertThat(profile.getDuration(patience)).as("%s", patience).hasSeconds(30);
    }
  }

  @Test
  void theDataCentreIsInferredUnlessItIsNamed(@TempDir Path folder) throws Exception {
    assertThat(profile(SETTINGS).getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS))
        .contains("DcInferring");
    DriverExecutionProfile named = profile(SETTINGS.withLocalDataCenter("dc2"));
    assertThat(named.getString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER))
        .isEqualTo("dc2");
    assertThat(named.getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS))
        .isEqualTo("DefaultLoadBalancingPolicy");
    Path file = folder.resolve("application.conf");
    Files.writeString(
        file, "datastax-java-driver.basic.load-balancing-policy.local-datacenter = east");
    assertThat(profile(with(file)).getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS))
        .isEqualTo("DefaultLoadBalancingPolicy");
  }

  @Test
  void requestsCanBeKeptToHotNodes() throws Exception {
    byte[] sixth = new byte[16];
    sixth[15] = 1;
    DriverExecutionProfile profile =
        profile(
            SETTINGS.withCoordinators(
                List.of(
                    new InetSocketAddress(InetAddress.getByAddress(new byte[] {10, 0, 0, 5}), 9042),
                    new InetSocketAddress(InetAddress.getByAddress(sixth), 9043),
                    InetSocketAddress.createUnresolved("hot.example", 9042))));
    assertThat(profile.getString(DefaultDriverOption.LOAD_BALANCING_POLICY_CLASS))
        .isEqualTo(HotPoolLoadBalancingPolicy.class.getName());
    assertThat(profile.getStringList(HotPoolOption.HOT_NODES))
        .containsExactly("10.0.0.5:9042", "[0:0:0:0:0:0:0:1]:9043", "hot.example:9042");
    assertThat(profile.getString(HotPoolOption.WHEN_NO_HOT_NODE)).isEqualTo("fail");
  }

  @Test
  void aUsersFileAddsButDoesNotMakeTheDriverRetry(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("application.conf");
    Files.writeString(
        file,
        """
        datastax-java-driver {
          basic.request.timeout = 1 second
          advanced.retry-policy.class = DefaultRetryPolicy
          advanced.auth-provider {
            class = PlainTextAuthProvider
            username = ada
            password = secret
          }
        }
        """);
    DriverExecutionProfile profile = profile(with(file));
    assertThat(profile.getString(DefaultDriverOption.AUTH_PROVIDER_USER_NAME)).isEqualTo("ada");
    assertThat(profile.getString(DefaultDriverOption.RETRY_POLICY_CLASS))
        .isEqualTo(NeverRetryPolicy.class.getName());
    assertThat(profile.getDuration(DefaultDriverOption.REQUEST_TIMEOUT))
        .isEqualTo(Duration.ofSeconds(15));
  }

  @Test
  void aFileThatIsNotThereOrNotValidIsNamed(@TempDir Path folder) throws Exception {
    Path missing = folder.resolve("none.conf");
    assertThatThrownBy(() -> DriverConfiguration.of(with(missing)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("none.conf cannot be read");
    Path broken = folder.resolve("broken.conf");
    Files.writeString(broken, "datastax-java-driver { basic");
    assertThatThrownBy(() -> DriverConfiguration.of(with(broken)))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("broken.conf is not valid");
  }

  private static ConnectionSettings with(Path file) {
    return ConnectionSettings.of(SETTINGS.contactPoints(), file);
  }

  private static DriverExecutionProfile profile(ConnectionSettings settings) throws StoreException {
    return DriverConfiguration.of(settings).getInitialConfig().getDefaultProfile();
  }
}
