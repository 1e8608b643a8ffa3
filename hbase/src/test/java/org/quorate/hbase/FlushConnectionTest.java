package org.quorate.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.ClusterConnection;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.security.User;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class FlushConnectionTest {
  private final AtomicInteger closed = new AtomicInteger();
  private final Deque<CompletableFuture<AsyncConnection>> begun = new ArrayDeque<>();
  private final AsyncConnection connection =
      (AsyncConnection)
          Proxy.newProxyInstance(
              AsyncConnection.class.getClassLoader(),
              new Class<?>[] {AsyncConnection.class},
              (proxy, method, arguments) ->
                  switch (method.getName()) {
                    case "close" -> closed.incrementAndGet() < 0 ? "never" : null;
                    case "toString" -> "stock";
                    default -> throw new UnsupportedOperationException(method.getName());
                  });

  private final FlushConnection flushes =
      new FlushConnection(
          () -> {
            begun.add(new CompletableFuture<>());
            return begun.getLast();
          },
          Duration.ofMillis(20));

  @Test
  void aConnectionThatDoesNotComeIsWaitedForNoLongerThanIsSaidAndClosedWhenItComes()
      throws Exception {
    assertThatThrownBy(flushes::get)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no asynchronous connection to HBase within 20ms");
    flushes.close();
    assertThat(closed).hasValue(0);
    begun.getLast().complete(connection);
    assertThat(closed).hasValue(1);
    assertThatThrownBy(flushes::get).hasMessageContaining("Deferral is closed");
    assertThat(begun).hasSize(1);
  }

  @Test
  void oneThatComesAfterAllIsTheNextCallsAndClosedOnceWithThis() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(flushes::get).isInstanceOf(InterruptedIOException.class);
    assertThat(Thread.interrupted()).isTrue();
    begun.getLast().complete(connection);
    assertThat(flushes.get()).isSameAs(connection);
    assertThat(begun).hasSize(1);
    flushes.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void whereOneCouldNotBeOpenedTheNextCallTriesAnother() throws Exception {
    FlushConnection failing =
        new FlushConnection(
            () -> {
              begun.add(
                  begun.isEmpty()
                      ? CompletableFuture.failedFuture(new IOException("no quorum"))
                      : CompletableFuture.completedFuture(connection));
              return begun.getLast();
            },
            Duration.ofMinutes(1));
    assertThatThrownBy(failing::get)
        .hasMessageContaining("There is no asynchronous connection to HBase;")
        .hasRootCauseMessage("no quorum");
    assertThat(failing.get()).isSameAs(connection);
  }

  @Test
  void oneOfItsOwnHasTheConfigurationAndTheUserOfTheApplications() throws Exception {
    Configuration configuration = new Configuration(false);
    User alice = User.createUserForTesting(configuration, "alice", new String[] {"writers"});
    Connection application =
        (Connection)
            Proxy.newProxyInstance(
                ClusterConnection.class.getClassLoader(),
                new Class<?>[] {ClusterConnection.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "getUser" -> alice;
                      case "getConfiguration" -> configuration;
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    List<Object> asked = new ArrayList<>();
    FlushConnection own =
        FlushConnection.beside(
            application,
            (settings, user) -> {
              asked.add(settings);
              asked.add(user);
              return CompletableFuture.completedFuture(connection);
            });
    assertThat(asked).as("opened when it is asked for").isEmpty();
    assertThat(own.get()).isSameAs(connection);
    assertThat(asked.get(0)).isSameAs(configuration);
    assertThat(asked.get(1)).isSameAs(alice);
    own.close();
    assertThat(closed).hasValue(1);
  }

  @Test
  void thatOfTheApplicationIsLeftOpen() throws Exception {
    FlushConnection given = FlushConnection.of(connection);
    given.close();
    assertThat(given.get()).isSameAs(connection);
    assertThat(closed).hasValue(0);
  }
}
