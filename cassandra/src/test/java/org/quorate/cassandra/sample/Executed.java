package org.quorate.cassandra.sample;

import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers to reads of a pair, and what a driver says of who coordinated them. */
public final class Executed {
  /** It does not say. */
  public static final ExecutionInfo BY_NOBODY = by(null);

  private interface Answer {
    @Nullable Object to(Object[] arguments);
  }

  private Executed() {}

  private static ExecutionInfo by(@Nullable Node coordinator) {
    return of(ExecutionInfo.class, Map.of("getCoordinator", any -> coordinator));
  }

  /** All rows, by way of a node. */
  public static AsyncResultSet page(@Nullable Node coordinator, List<Row> rows) {
    ExecutionInfo info = by(coordinator);
    return of(
        AsyncResultSet.class,
        Map.of(
            "currentPage", any -> rows,
            "hasMorePages", any -> false,
            "getExecutionInfo", any -> info));
  }

  /**
   * One cell, which never expires.
   *
   * @param keys how many clustering columns there are before it
   */
  public static Row row(int keys, long writtenMicros) {
    return of(
        Row.class,
        Map.of(
            "getBytesUnsafe", any -> ByteBuffer.allocate(Integer.BYTES),
            "isNull", arguments -> arguments[0].equals(keys + 1),
            "getLong", any -> writtenMicros));
  }

  private static <T> T of(Class<T> type, Map<String, Answer> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Answer answer = answers.get(method.getName());
              if (answer == null) {
                throw new UnsupportedOperationException(method.getName());
              }
              return answer.to(arguments);
            }));
  }
}
