package org.quorate.cassandra.recency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.cassandra.monitor.FakeNode;

class WriteFateTest {
  private static final Node NODE = FakeNode.of(1, "dc1").node;

  private static UnavailableException unavailable() {
    return new UnavailableException(NODE, DefaultConsistencyLevel.QUORUM, 2, 1);
  }

  private static WriteTimeoutException timeout() {
    return new WriteTimeoutException(
        NODE, DefaultConsistencyLevel.ONE, 0, 1, DefaultWriteType.SIMPLE);
  }

  static List<Arguments> failures() {
    return List.of(
        arguments(new SyntaxError(NODE, "no CQL"), true),
        arguments(new InvalidQueryException(NODE, "no such table"), true),
        arguments(new UnauthorizedException(NODE, "not allowed"), true),
        arguments(unavailable(), true),
        arguments(new NoNodeAvailableException(), true),
        arguments(new RequestThrottlingException("too many"), true),
        arguments(new CompletionException(unavailable()), true),
        arguments(all(unavailable(), new SyntaxError(NODE, "no CQL")), true),
        arguments(all(unavailable(), timeout()), false),
        arguments(timeout(), false),
        arguments(
            new WriteFailureException(
                NODE, DefaultConsistencyLevel.ONE, 0, 1, DefaultWriteType.SIMPLE, 1, Map.of()),
            false),
        arguments(new OverloadedException(NODE), false),
        arguments(new ServerError(NODE, "broken"), false),
        arguments(new DriverTimeoutException("took too long"), false),
        arguments(new ClosedConnectionException("lost"), false),
        arguments(new CancellationException(), false),
        arguments(new IllegalStateException("closing"), false),
        arguments(new CompletionException("no cause", null), false));
  }

  private static AllNodesFailedException all(Throwable... errors) {
    return AllNodesFailedException.fromErrors(
        Arrays.stream(errors).map(each -> Map.entry(NODE, each)).toList());
  }

  @ParameterizedTest
  @MethodSource("failures")
  void aWriteIsRefusedOnlyWhereItIsCertainThatNothingWasDone(Throwable failure, boolean refused) {
    assertThat(WriteFate.isRefused(failure, true)).isEqualTo(refused);
  }

  @Test
  void ofAWriteToSeveralPartitionsTheFirstMayHaveBeenDone() {
    assertThat(WriteFate.isRefused(unavailable(), false)).isFalse();
    assertThat(WriteFate.isRefused(new SyntaxError(NODE, "no CQL"), false)).isTrue();
  }

  @Test
  void aRefusalAfterAnAttemptOfUnknownFateOrBesideAnotherIsNone() {
    assertThat(WriteFate.isRefused(after(0), true)).isTrue();
    assertThat(WriteFate.isRefused(after(0, unavailable()), true)).isTrue();
    assertThat(WriteFate.isRefused(after(0, unavailable(), timeout()), true)).isFalse();
    assertThat(WriteFate.isRefused(after(1), true)).isFalse();
  }

  private static UnavailableException after(int speculative, Throwable... earlier) {
    UnavailableException failure = unavailable();
    failure.setExecutionInfo(
        (ExecutionInfo)
            Proxy.newProxyInstance(
                ExecutionInfo.class.getClassLoader(),
                new Class<?>[] {ExecutionInfo.class},
                (info, method, arguments) ->
                    switch (method.getName()) {
                      case "getSpeculativeExecutionCount" -> speculative;
                      case "getErrors" ->
                          Arrays.stream(earlier).map(each -> Map.entry(NODE, each)).toList();
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
    return failure;
  }
}
