package org.quorate.cli.observe;

import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** A node as the driver knows it, without a driver. */
public final class KnownNode {
  private KnownNode() {}

  /** With its port for CQL. */
  public static Node of(String address, @Nullable String dataCenter) {
    return (Node)
        Proxy.newProxyInstance(
            Node.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getDatacenter" -> dataCenter;
                  case "getEndPoint" -> new DefaultEndPoint(new InetSocketAddress(address, 9042));
                  case "toString" -> address;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
