package org.quorate.cassandra.propagation;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.Collection;
import java.util.concurrent.CompletionException;

/** What a failed request means, however the driver has wrapped it. */
final class DriverErrors {
  private DriverErrors() {}

  /** Too few replicas are up for the level. */
  static boolean isUnavailable(Throwable error) {
    return is(error, UnavailableException.class);
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
    Throwable cause = unwrapped(error);
    return cause != error && is(cause, type);
  }

  /** What a stage failed with, without the wrapping that later stages add. */
  static Throwable unwrapped(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof CompletionException && cause != null ? cause : failure;
  }
}
