package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.User;
import org.apache.hadoop.hbase.util.ReflectionUtils;
import org.junit.jupiter.api.Test;

/** What the client makes by the name of a class; on real servers it is tried by the lab. */
class ConfiguredMutatorTest {
  private static final TableName TABLE = TableName.valueOf("t");

  private final Configuration configuration = new Configuration(false);
  private final List<BufferedMutatorParams> asked = new ArrayList<>();

  /** The connection would make another of this class, and so for ever. */
  @Test
  void whereDeferralIsOffItIsTheStockMutatorAndNotItself() throws Exception {
    configuration.set("quorate.deferral.bound.time", "0");
    configuration.set(BufferedMutator.CLASSNAME_KEY, ConfiguredMutator.class.getName());
    BufferedMutator stock = stub(BufferedMutator.class, (proxy, method, arguments) -> null);
    Connection connection =
        stub(
            Connection.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConfiguration" -> configuration;
                  case "getBufferedMutator" -> {
                    asked.add((BufferedMutatorParams) arguments[0]);
                    yield stock;
                  }
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    BufferedMutatorParams params =
        new BufferedMutatorParams(TABLE)
            .writeBufferSize(2 << 20)
            .rpcTimeout(1_000)
            .operationTimeout(5_000);
    try (BufferedMutator mutator = made(connection, params)) {
      mutator.flush();
    }
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).getImplementationClassName())
        .isEqualTo("org.apache.hadoop.hbase.client.BufferedMutatorImpl");
    assertThat(asked.get(0).getRpcTimeout()).isEqualTo(1_000);
    assertThat(asked.get(0).getOperationTimeout()).isEqualTo(5_000);
    assertThat(params.getImplementationClassName()).as("the application's own").isNull();
  }

  @Test
  void flushesAreMadeAsTheConnectionsOwnUser() throws Exception {
    User alice = User.createUserForTesting(configuration, "alice", new String[] {"writers"});
    Connection connection =
        stub(
            ClusterConnection.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getUser" -> alice;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    assertThat(FlushConnection.user(connection)).isSameAs(alice);
    Connection unknown =
        stub(
            Connection.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getConfiguration" -> configuration;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    User seen = alice.runAs((PrivilegedExceptionAction<User>) () -> FlushConnection.user(unknown));
    assertThat(seen.getShortName()).isEqualTo("alice");
  }

  /** As the client does. */
  private static BufferedMutator made(Connection connection, BufferedMutatorParams params) {
    return ReflectionUtils.newInstance(
        ConfiguredMutator.class, connection, new Object(), new Object(), params);
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
