package org.quorate.cli.agent;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A driver that knows the table {@code shop.carts} and holds its only node up, whatever it does.
 */
final class StandInDriver {
  private static final UUID ID = new UUID(0, 1);

  static final Node NODE =
      of(
          Node.class,
          Map.of(
              "getHostId",
              ID,
              "getState",
              NodeState.UP,
              "getDistance",
              NodeDistance.LOCAL,
              "getDatacenter",
              "dc1",
              "getEndPoint",
              new DefaultEndPoint(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042))));

  private static final KeyspaceMetadata SHOP =
      of(
          KeyspaceMetadata.class,
          Map.of(
              "getTables",
              Map.of(
                  CqlIdentifier.fromInternal("carts"),
                  of(TableMetadata.class, Map.of("getOptions", Map.of(), "getColumns", Map.of()))),
              "getViews",
              Map.of(),
              "getReplication",
              Map.of("class", "org.apache.cassandra.locator.NetworkTopologyStrategy", "dc1", "3")));

  private static final Metadata METADATA =
      of(
          Metadata.class,
          Map.of(
              "getNodes",
              Map.of(ID, NODE),
              "getKeyspaces",
              Map.of(CqlIdentifier.fromInternal("shop"), SHOP),
              "getTokenMap",
              Optional.empty()));

  private static final DriverContext CONTEXT =
      of(
          DriverContext.class,
          Map.of(
              "getRetryPolicies",
              Map.of(),
              "getLoadBalancingPolicies",
              Map.of(),
              "getConfig",
              DriverConfigLoader.fromMap(OptionsMap.driverDefaults()).getInitialConfig()));

  private StandInDriver() {}

  /**
   * @param failure with which each question ends; null to answer those that are waited for
   */
  static CqlSession session(@Nullable RuntimeException failure) {
    return proxy(
        CqlSession.class,
        (self, method, arguments) ->
            switch (method.getName()) {
              case "getMetadata" -> METADATA;
              case "getContext" -> CONTEXT;
              case "close" -> null;
              case "getName" -> "stand-in";
              case "closeFuture" -> new CompletableFuture<Void>();
              case "closeAsync" -> CompletableFuture.completedFuture(null);
              default ->
                  method.isDefault()
                      ? InvocationHandler.invokeDefault(self, method, arguments)
                      : answer((GenericType<?>) arguments[1], failure);
            });
  }

  private static Object answer(GenericType<?> type, @Nullable RuntimeException failure) {
    if (type.equals(Statement.ASYNC)) {
      return failure == null ? new CompletableFuture<>() : CompletableFuture.failedFuture(failure);
    }
    if (failure != null) {
      throw failure;
    }
    return of(ResultSet.class, Map.of());
  }

  private static <T> T of(Class<T> type, Map<String, ?> values) {
    return proxy(
        type,
        (self, method, arguments) ->
            method.isDefault() && !values.containsKey(method.getName())
                ? InvocationHandler.invokeDefault(self, method, arguments)
                : values.get(method.getName()));
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
