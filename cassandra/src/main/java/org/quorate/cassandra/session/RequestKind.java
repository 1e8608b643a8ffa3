package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.session.Request;
import java.util.List;

/**
 * Which interface of the driver a request is of. It is looked up once for each class of requests:
 * the driver's classes have so many interfaces that asking one of their objects {@code instanceof}
 * takes as long as everything else that this package does with a read, and makes the driver's own
 * {@code instanceof} as slow, since a class remembers only the last answer. Stateless.
 */
final class RequestKind {
  private static final List<Class<? extends Request>> KINDS =
      List.of(
          BoundStatement.class, SimpleStatement.class, PrepareRequest.class, BatchStatement.class);

  /** Its values are of the driver, so that they keep no class of this library from unloading. */
  private static final ClassValue<Class<? extends Request>> BY_CLASS =
      new ClassValue<>() {
        @Override
        protected Class<? extends Request> computeValue(Class<?> type) {
          for (Class<? extends Request> kind : KINDS) {
            if (kind.isAssignableFrom(type)) {
              return kind;
            }
          }
          return Request.class;
        }
      };

  private RequestKind() {}

  /**
   * The interface: {@link BoundStatement}, {@link SimpleStatement}, {@link PrepareRequest} or
   * {@link BatchStatement}, or {@link Request} for any other.
   */
  static Class<? extends Request> of(Request request) {
    return BY_CLASS.get(request.getClass());
  }
}
