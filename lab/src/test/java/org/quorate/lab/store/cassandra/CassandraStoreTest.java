package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.ProtocolVersion;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.loadbalancing.NodeDistance;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.type.codec.registry.CodecRegistry;
import com.datastax.oss.driver.internal.core.metadata.DefaultEndPoint;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.load.store.ChosenCompletion;
import org.quorate.load.store.Store;

/** Over a session that answers at once, and keeps what it is sent. */
final class CassandraStoreTest {
  private final List<BoundStatement> sent = new ArrayList<>();
  private NodeState state = NodeState.UP;

  @Test
  void everyRequestOfAClientGoesToItsCoordinator() throws Exception {
    Node node = node();
    Store store = store().by(ClientCoordinator.draw(List.of(node), 1, 0));

    sendOneOfEach(store);
    assertThat(sent).hasSize(4).allMatch(statement -> statement.getNode() == node);
  }

  @Test
  void withoutACoordinatorTheDriverChooses() throws Exception {
    sendOneOfEach(store());
    assertThat(sent).hasSize(4).allMatch(statement -> statement.getNode() == null);
  }

  @Test
  void whileNoCoordinatorIsUpTheDriverChooses() throws Exception {
    Store store = store().by(ClientCoordinator.draw(List.of(node()), 1, 0));

    state = NodeState.DOWN;
    sendOneOfEach(store);
    assertThat(sent).hasSize(4).allMatch(statement -> statement.getNode() == null);
  }

  private static void sendOneOfEach(Store store) {
    Nothing nothing = new Nothing();
    byte[][] values = {new byte[] {1}};
    store.read(1, Store.ALL_FIELDS, Level.QUORUM, nothing);
    store.readAsChosen(1, 0, nothing);
    store.write(1, 0, values, 5, Level.ONE, nothing);
    store.scan(1, 3, Store.ALL_FIELDS, Level.ONE, nothing);
  }

  private record Nothing() implements ChosenCompletion {
    @Override
    public void sentAt(Level level) {}

    @Override
    public void completed(Outcome outcome, long version, @Nullable String error) {}
  }

  private CassandraStore store() throws StoreException {
    CqlSession session =
        fake(
            CqlSession.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "prepare" -> prepared();
                  case "prepareAsync" -> CompletableFuture.completedFuture(prepared());
                  case "executeAsync" -> {
                    sent.add((BoundStatement) arguments[0]);
                    yield new CompletableFuture<AsyncResultSet>();
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
    return new CassandraStore(
        CassandraTable.prepare(session, new TableLayout("shop", "carts", List.of("field0"))),
        key -> Long.toString(key).getBytes(StandardCharsets.US_ASCII));
  }

  private static PreparedStatement prepared() {
    return fake(
        PreparedStatement.class,
        (proxy, method, arguments) -> {
          if (method.getName().equals("boundStatementBuilder")) {
            return builder((PreparedStatement) proxy);
          }
          throw new UnsupportedOperationException(method.getName());
        });
  }

  private static BoundStatementBuilder builder(PreparedStatement prepared) {
    return new BoundStatementBuilder(
        prepared,
        fake(ColumnDefinitions.class, (proxy, method, arguments) -> 3),
        new ByteBuffer[3],
        null,
        null,
        null,
        null,
        null,
        Map.of(),
        null,
        false,
        Long.MIN_VALUE,
        null,
        5000,
        DefaultConsistencyLevel.ONE,
        null,
        null,
        CodecRegistry.DEFAULT,
        ProtocolVersion.DEFAULT);
  }

  private Node node() {
    DefaultEndPoint endPoint = new DefaultEndPoint(new InetSocketAddress("10.0.0.1", 9042));
    return fake(
        Node.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "getEndPoint" -> endPoint;
              case "getDistance" -> NodeDistance.LOCAL;
              case "getState" -> state;
              default -> throw new UnsupportedOperationException(method.getName());
            });
  }

  private static <T> T fake(Class<T> type, InvocationHandler answers) {
    return type.cast(
        Proxy.newProxyInstance(
            CassandraStoreTest.class.getClassLoader(), new Class<?>[] {type}, answers));
  }
}
