package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.loadbalancing.DcInferringLoadBalancingPolicy;
import com.datastax.oss.driver.internal.core.metrics.NoopMetricsFactory;
import com.datastax.oss.driver.internal.core.specex.NoSpeculativeExecutionPolicy;
import com.datastax.oss.driver.internal.core.time.ServerSideTimestampGenerator;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.quorate.cassandra.pool.HotPoolLoadBalancingPolicy;
import org.quorate.cassandra.pool.HotPoolOption;
import org.quorate.cassandra.pool.WhenNoHotNode;

/**
 * The driver's options: those that honest measuring needs come first, then a user's file, then the
 * driver's own defaults.
 */
final class DriverConfiguration {
  /** A node that came back is found again within this time, also where its event was missed. */
  private static final Duration LONGEST_RECONNECTION_DELAY = Duration.ofSeconds(1);

  /** After it the driver goes on with the tables and nodes that it knew before, or with none. */
  private static final Duration METADATA_PATIENCE = Duration.ofSeconds(30);

  private static final TypedDriverOption<List<String>> HOT_NODES =
      new TypedDriverOption<>(HotPoolOption.HOT_NODES, GenericType.listOf(String.class));

  private static final TypedDriverOption<String> WHEN_NO_HOT_NODE =
      new TypedDriverOption<>(HotPoolOption.WHEN_NO_HOT_NODE, GenericType.STRING);

  /** Nothing is sent after the connections are closed, so closing need not wait for seconds. */
  private static final int QUIET_MILLIS_AT_CLOSE = 100;

  private static final int LONGEST_CLOSE_MILLIS = 15_000;

  private DriverConfiguration() {}

  static DriverConfigLoader of(ConnectionSettings settings) throws StoreException {
    Path file = settings.driverConfiguration();
    if (file != null && !Files.isReadable(file)) {
      throw new StoreException(
          "The driver configuration "
              + file
              + " cannot be read; give the path of a file in the driver's application.conf format.");
    }
    try {
      DriverConfigLoader rest =
          file == null
              ? DriverConfigLoader.programmaticBuilder().build()
              : DriverConfigLoader.fromFile(file.toFile());
      boolean centerKnown =
          settings.localDataCenter() != null
              || rest.getInitialConfig()
                  .getDefaultProfile()
                  .isDefined(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER);
      return DriverConfigLoader.compose(
          DriverConfigLoader.fromMap(options(settings, centerKnown)), rest);
    } catch (RuntimeException e) {
      throw new StoreException(
          "The driver configuration " + file + " is not valid: " + e.getMessage(), e);
    }
  }

  private static OptionsMap options(ConnectionSettings settings, boolean centerKnown) {
    OptionsMap options = new OptionsMap();
    // One call is one request, and its timestamp is the caller's.
    options.put(TypedDriverOption.RETRY_POLICY_CLASS, NeverRetryPolicy.class.getName());
    options.put(
        TypedDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS,
        NoSpeculativeExecutionPolicy.class.getName());
    options.put(TypedDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false);
    options.put(
        TypedDriverOption.TIMESTAMP_GENERATOR_CLASS, ServerSideTimestampGenerator.class.getName());
    options.put(TypedDriverOption.REQUEST_TIMEOUT, settings.requestTimeout());
    options.put(TypedDriverOption.CONNECTION_POOL_LOCAL_SIZE, settings.connectionsPerNode());
    options.put(TypedDriverOption.CONNECTION_MAX_REQUESTS, settings.requestsPerConnection());
    options.put(
        TypedDriverOption.CONNECTION_MAX_ORPHAN_REQUESTS, settings.requestsPerConnection() / 4);
    options.put(TypedDriverOption.HEARTBEAT_INTERVAL, settings.heartbeat());
    options.put(TypedDriverOption.HEARTBEAT_TIMEOUT, settings.heartbeat());
    options.put(TypedDriverOption.RECONNECTION_BASE_DELAY, LONGEST_RECONNECTION_DELAY);
    options.put(TypedDriverOption.RECONNECTION_MAX_DELAY, LONGEST_RECONNECTION_DELAY);
    options.put(TypedDriverOption.METRICS_FACTORY_CLASS, NoopMetricsFactory.class.getName());
    options.put(TypedDriverOption.MONITOR_REPORTING_ENABLED, false);
    options.put(TypedDriverOption.REQUEST_LOG_WARNINGS, false);
    options.put(TypedDriverOption.CONNECTION_WARN_INIT_ERROR, false);
    // Tables are looked up before they are used.
    options.put(TypedDriverOption.METADATA_SCHEMA_ENABLED, true);
    options.put(TypedDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, METADATA_PATIENCE);
    options.put(TypedDriverOption.CONTROL_CONNECTION_TIMEOUT, METADATA_PATIENCE);
    options.put(TypedDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, METADATA_PATIENCE);
    options.put(TypedDriverOption.CONFIG_RELOAD_INTERVAL, Duration.ZERO);
    closesAtOnce(options);
    String center = settings.localDataCenter();
    if (center != null) {
      options.put(TypedDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, center);
    }
    if (!settings.coordinators().isEmpty()) {
      options.put(
          TypedDriverOption.LOAD_BALANCING_POLICY_CLASS,
          HotPoolLoadBalancingPolicy.class.getName());
      options.put(
          HOT_NODES, settings.coordinators().stream().map(DriverConfiguration::text).toList());
      options.put(WHEN_NO_HOT_NODE, WhenNoHotNode.FAIL.word());
    } else if (center == null && !centerKnown) {
      options.put(
          TypedDriverOption.LOAD_BALANCING_POLICY_CLASS,
          DcInferringLoadBalancingPolicy.class.getName());
    }
    return options;
  }

  private static void closesAtOnce(OptionsMap options) {
    String unit = TimeUnit.MILLISECONDS.name();
    options.put(TypedDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS_AT_CLOSE);
    options.put(TypedDriverOption.NETTY_IO_SHUTDOWN_TIMEOUT, LONGEST_CLOSE_MILLIS);
    options.put(TypedDriverOption.NETTY_IO_SHUTDOWN_UNIT, unit);
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, QUIET_MILLIS_AT_CLOSE);
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_TIMEOUT, LONGEST_CLOSE_MILLIS);
    options.put(TypedDriverOption.NETTY_ADMIN_SHUTDOWN_UNIT, unit);
  }

  private static String text(InetSocketAddress address) {
    String host =
        address.isUnresolved() ? address.getHostString() : address.getAddress().getHostAddress();
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort();
  }
}
