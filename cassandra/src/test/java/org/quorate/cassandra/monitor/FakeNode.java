package org.quorate.cassandra.monitor;

import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.EndPoint;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A node as the driver knows it, without a driver. */
public final class FakeNode {
  public final UUID id;
  public final Node node;
  public NodeState state = NodeState.UP;
  public NodeDistance distance = NodeDistance.LOCAL;
  public String rack = "rack1";

  /** Where it tells other nodes to connect; empty where the driver does not know. */
  public Optional<InetSocketAddress> broadcast = Optional.empty();

  /** What it says it is; null where it says nothing. */
  public @Nullable Version version;

  private FakeNode(int number, String dataCenter, InetSocketAddress address) {
    id = new UUID(0, number);
    node =
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getHostId" -> id;
                      case "getDatacenter" -> dataCenter;
                      case "getRack" -> rack;
                      case "getState" -> state;
                      case "getDistance" -> distance;
                      case "getEndPoint" -> endPoint(number, address);
                      case "getBroadcastAddress" -> broadcast;
                      case "getOpenConnections" -> 1;
                      case "getCassandraVersion" -> version;
                      case "getExtras" -> java.util.Map.of();
                      case "hashCode" -> number;
                      case "equals" -> proxy == arguments[0];
                      case "toString" -> "node" + number;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
  }

  public static FakeNode of(int number, String dataCenter) {
    return new FakeNode(
        number, dataCenter, new InetSocketAddress(InetAddress.getLoopbackAddress(), 9042));
  }

  /** A node of dc1 that the driver reaches at this address. */
  public static FakeNode at(InetSocketAddress address) {
    return new FakeNode(1, "dc1", address);
  }

  private static EndPoint endPoint(int number, InetSocketAddress address) {
    return new EndPoint() {
      @Override
      public SocketAddress resolve() {
        return address;
      }

      @Override
      public String toString() {
        return "node" + number;
      }

      @Override
      public String asMetricPrefix() {
        return "node";
      }
    };
  }
}
