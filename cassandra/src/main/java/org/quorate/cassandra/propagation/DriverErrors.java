package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.Collection;
import org.quorate.cassandra.access.Failures;

/** What a failed request means, however the driver has wrapped it. */
final class DriverErrors {
  private DriverErrors() {}

  /** Too few replicas are up for the level. */
  static boolean isUnavailable(Throwable error) {
    return is(error, UnavailableException.class);
  }

  /** No answer came in time: to the driver, or to the coordinator from its replicas. */
  static boolean isTimeout(Throwable error) {
    return is(error, DriverTimeoutException.class) || is(error, ReadTimeoutException.class);
  }

  /** The user lacks a permission. */
  static boolean isUnauthorized(Throwable error) {
    return is(error, UnauthorizedException.class);
  }

  /** The question makes no sense any more: a table or column is gone. */
  static boolean isInvalid(Throwable error) {
    return is(error, InvalidQueryException.class);
  }

  private static boolean is(Throwable error, Class<? extends Throwable> type) {
    if (type.isInstance(error)) {
      return true;
    }
    // A request for one node alone fails with what went wrong there inside.
    if (error instanceof AllNodesFailedException all) {
      return all.getAllErrors().values().stream()
          .flatMap(Collection::stream)
          .anyMatch(type::isInstance);
    }
    Throwable cause = Failures.cause(error);
    return cause != error && is(cause, type);
  }
}
