package org.quorate.cassandra.recency;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.servererrors.AlreadyExistsException;
import com.datastax.oss.driver.api.core.servererrors.InvalidConfigurationInQueryException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.SyntaxError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;

/**
 * Whether a write that failed has certainly done nothing. It has where the driver sent it to nobody
 * ({@code NoNodeAvailableException}, {@code RequestThrottlingException}), and where every server
 * that it was sent to refused it before it did anything: it is no valid statement, is not allowed,
 * or there were too few replicas ({@code UnavailableException}). The last is found out for each
 * partition by itself, so that of a write to several the first may have been done.
 *
 * <p>Everything else may have had an effect, or have one yet: time-outs of the server or the
 * driver, lost connections, failures of replicas, an overloaded server, and an attempt that was
 * refused after another that was not, or beside a speculative one. Stateless.
 */
final class WriteFate {
  private WriteFate() {}

  /**
   * Whether no replica has the write or will have it.
   *
   * @param isAlone whether it is of one partition
   */
  public static boolean isRefused(Throwable thrown, boolean isAlone) {
    Throwable failure = Failures.cause(thrown);
    if (failure instanceof NoNodeAvailableException
        || failure instanceof RequestThrottlingException) {
      return true;
    }
    if (failure instanceof AllNodesFailedException all) {
      return !all.getAllErrors().isEmpty()
          && all.getAllErrors().values().stream()
              .flatMap(List::stream)
              .allMatch(each -> isRefusal(each, isAlone));
    }
    return isRefusal(failure, isAlone) && isOnlyRefusals((DriverException) failure, isAlone);
  }

  private static boolean isRefusal(Throwable failure, boolean isAlone) {
    return failure instanceof InvalidQueryException
        || failure instanceof SyntaxError
        || failure instanceof UnauthorizedException
        || failure instanceof InvalidConfigurationInQueryException
        || failure instanceof AlreadyExistsException
        || (isAlone && failure instanceof UnavailableException);
  }

  private static boolean isOnlyRefusals(DriverException failure, boolean isAlone) {
    @Nullable ExecutionInfo execution = failure.getExecutionInfo();
    return execution == null
        || (execution.getSpeculativeExecutionCount() == 0
            && execution.getErrors().stream()
                .map(Map.Entry::getValue)
                .allMatch(each -> isRefusal(each, isAlone)));
  }
}
