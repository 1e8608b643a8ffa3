package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** What a driver says of who coordinated a request, and nothing else. */
public final class Executed {
  /** It does not say. */
  public static final ExecutionInfo BY_NOBODY = info(null);

  private Executed() {}

  /** By way of a node with this address. */
  static ExecutionInfo by(String address) {
    DefaultEndPoint endPoint = new DefaultEndPoint(new InetSocketAddress(address, 9042));
    return info(
        (Node)
            Proxy.newProxyInstance(
                Node.class.getClassLoader(),
                new Class<?>[] {Node.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getEndPoint")) {
                    return endPoint;
                  }
                  throw new UnsupportedOperationException(method.getName());
                }));
  }

  private static ExecutionInfo info(@Nullable Node coordinator) {
    return (ExecutionInfo)
        Proxy.newProxyInstance(
            ExecutionInfo.class.getClassLoader(),
            new Class<?>[] {ExecutionInfo.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getCoordinator")) {
                return coordinator;
              }
              throw new UnsupportedOperationException(method.getName());
            });
  }
}
