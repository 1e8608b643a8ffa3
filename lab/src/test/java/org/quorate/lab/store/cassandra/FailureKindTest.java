package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.CASWriteUnknownException;
import com.datastax.oss.driver.api.core.servererrors.CDCWriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.FunctionFailureException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ProtocolError;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.TruncateException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.quorate.core.history.Outcome;

class FailureKindTest {
  private static final Node DOWN = node(NodeState.DOWN, 0);
  private static final Node CONNECTED = node(NodeState.UP, 1);
  private static final DefaultConsistencyLevel ALL = DefaultConsistencyLevel.ALL;

  @Test
  void aWriteThatTheCoordinatorOrTheConnectionGaveUpOnMayStillHappen() {
    assertUnknownFate(
        new WriteTimeoutException(DOWN, ALL, 1, 3, DefaultWriteType.SIMPLE), "WriteTimeout");
    assertUnknownFate(
        new WriteFailureException(DOWN, ALL, 1, 3, DefaultWriteType.SIMPLE, 1, Map.of()),
        "WriteFailure");
    assertUnknownFate(new DriverTimeoutException("15 s"), "ClientTimeout");
    assertUnknownFate(new ClosedConnectionException("lost"), "ConnectionLost");
    assertUnknownFate(
        new HeartbeatException(InetSocketAddress.createUnresolved("a", 1), "silent", null),
        "ConnectionLost");
    assertUnknownFate(new ServerError(DOWN, "bug"), "ServerError");
  }

  @Test
  void aWriteRefusedBeforeItWasStartedDidNotHappen() {
    assertNeverHappened(new UnavailableException(DOWN, ALL, 3, 2), "Unavailable");
    assertNeverHappened(new OverloadedException(DOWN), "Overloaded");
    assertNeverHappened(new BootstrappingException(DOWN), "Bootstrapping");
    assertNeverHappened(new InvalidQueryException(DOWN, "no such column"), "InvalidRequest");
    assertNeverHappened(new SyntaxError(DOWN, "?"), "InvalidRequest");
    assertNeverHappened(new InvalidConfigurationInQueryException(DOWN, "?"), "InvalidRequest");
    assertNeverHappened(new AlreadyExistsException(DOWN, "a", "b"), "InvalidRequest");
    assertNeverHappened(new UnauthorizedException(DOWN, "no"), "Unauthorized");
    assertNeverHappened(new RequestThrottlingException("full"), "Throttled");
    assertNeverHappened(new IllegalStateException("Session is closed"), "Closed");
  }

  @Test
  void whatIsNotCertainStaysUnknown() {
    for (Throwable failure :
        List.of(
            new IllegalStateException("Unexpected response"),
            new ProtocolError(DOWN, "?"),
            new TruncateException(DOWN, "?"),
            new FunctionFailureException(DOWN, "?"),
            new CASWriteUnknownException(DOWN, ALL, 1, 3),
            new CDCWriteFailureException(DOWN, "?"),
            new IOException("?"),
            new OutOfMemoryError())) {
      assertUnknownFate(failure, "Other");
    }
  }

  @Test
  void readsHaveKindsOfTheirOwn() {
    assertThat(FailureKind.of(new ReadTimeoutException(DOWN, ALL, 1, 3, true)).text())
        .isEqualTo("ReadTimeout");
    assertThat(FailureKind.of(new ReadFailureException(DOWN, ALL, 1, 3, 1, true, Map.of())).text())
        .isEqualTo("ReadFailure");
  }

  @Test
  void aRequestThatNoNodeCouldTakeWasNeverSent() {
    assertNeverHappened(new NoNodeAvailableException(), "NoNodeAvailable");
    assertNeverHappened(all(new NodeUnavailableException(DOWN)), "NoNodeAvailable");
    assertNeverHappened(
        all(new NodeUnavailableException(DOWN), new BootstrappingException(CONNECTED)),
        "Bootstrapping");
  }

  @Test
  void aConnectedNodeWithoutRoomForOneMoreRequestIsFull() {
    assertNeverHappened(all(new NodeUnavailableException(CONNECTED)), "TooManyInFlight");
    assertNeverHappened(
        all(new NodeUnavailableException(DOWN), new BusyConnectionException("full")),
        "TooManyInFlight");
    assertNeverHappened(
        all(new BusyConnectionException("full"), new BootstrappingException(CONNECTED)),
        "TooManyInFlight");
  }

  @Test
  void aSocketThatCouldNotBeWrittenToLeavesADoubt() {
    assertUnknownFate(
        all(new NodeUnavailableException(DOWN), new ClosedChannelException()), "ConnectionLost");
  }

  @Test
  void theCauseOfAFailedStageIsLookedAt() {
    assertNeverHappened(
        new CompletionException(new UnavailableException(DOWN, ALL, 3, 2)), "Unavailable");
  }

  @Test
  void namesAreUniqueAndShort() {
    assertThat(Arrays.stream(FailureKind.values()).map(FailureKind::text))
        .doesNotHaveDuplicates()
        .allMatch(text -> text.matches("[A-Z][A-Za-z]{4,15}"));
  }

  private static void assertUnknownFate(Throwable failure, String kind) {
    assertThat(FailureKind.of(failure).text()).isEqualTo(kind);
    assertThat(FailureKind.of(failure).ofWrite()).isEqualTo(Outcome.TIMEOUT);
  }

  private static void assertNeverHappened(Throwable failure, String kind) {
    assertThat(FailureKind.of(failure).text()).isEqualTo(kind);
    assertThat(FailureKind.of(failure).ofWrite()).isEqualTo(Outcome.ERROR);
  }

  private static AllNodesFailedException all(Throwable... errors) {
    return AllNodesFailedException.fromErrors(
        Arrays.stream(errors).map(error -> Map.entry(nodeOf(error), error)).toList());
  }

  private static Node nodeOf(Throwable error) {
    return error instanceof CoordinatorException ? CONNECTED : DOWN;
  }

  private static Node node(NodeState state, int connections) {
    return (Node)
        Proxy.newProxyInstance(
            FailureKindTest.class.getClassLoader(),
            new Class<?>[] {Node.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getState" -> state;
                  case "getOpenConnections" -> connections;
                  case "hashCode" -> System.identityHashCode(proxy);
                  case "equals" -> proxy == arguments[0];
                  case "toString" -> state + " node";
                  default -> null;
                });
  }
}
