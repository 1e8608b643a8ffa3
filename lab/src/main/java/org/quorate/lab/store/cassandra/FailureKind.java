package org.quorate.lab.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import com.datastax.oss.driver.api.core.connection.HeartbeatException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.ReadTimeoutException;
import com.datastax.oss.driver.api.core.servererrors.ServerError;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteFailureException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.core.history.Outcome;

/**
 * Why a request failed, as the driver (4.19) tells it, and whether a write that failed so can have
 * happened or still happen. A write is said not to have happened only where driver and server make
 * that certain; everything else leaves its fate unknown, which is always true. A failed read is
 * always a read without a result. Pure; the driver's retry policy must be {@link NeverRetryPolicy}.
 */
public enum FailureKind {
  /** The coordinator sent the mutation and too few replicas acknowledged it in time. */
  WRITE_TIMEOUT("WriteTimeout", true),
  /** Too few replicas answered the coordinator in time. */
  READ_TIMEOUT("ReadTimeout", true),
  /**
   * The coordinator knew beforehand that too few replicas were alive: {@code ReplicaPlans.forWrite}
   * throws before {@code StorageProxy} sends a plain mutation to anyone.
   */
  UNAVAILABLE("Unavailable", false),
  /** A replica reported an error; others may have applied the mutation. */
  WRITE_FAILURE("WriteFailure", true),
  /** A replica reported an error. */
  READ_FAILURE("ReadFailure", true),
  /**
   * The coordinator refused the request. Server 4.0 to 5.0 does so in three places: where the
   * transport's limits are reached or the server is shutting down, and where the request waited too
   * long to be started (both before it is executed), and in {@code
   * StorageProxy.sendToHintedReplicas}, whose check for too many hints goes over all replicas
   * before the mutation is sent to the first.
   */
  OVERLOADED("Overloaded", false),
  /** Every coordinator that could be tried was still joining the ring and refused the request. */
  BOOTSTRAPPING("Bootstrapping", false),
  /** An unexpected error in the coordinator, at any stage of the request. */
  SERVER_ERROR("ServerError", true),
  /** The coordinator found the request itself at fault (syntax, schema) and did not start it. */
  INVALID_REQUEST("InvalidRequest", false),
  /** The user may not do this; checked before the request is executed. */
  UNAUTHORIZED("Unauthorized", false),
  /** No answer came within the client's own time limit; the server may still be at work. */
  CLIENT_TIMEOUT("ClientTimeout", true),
  /** The connection ended while the request was under way. */
  CONNECTION_LOST("ConnectionLost", true),
  /** No node could be sent to: none is known to be up, or none is connected. */
  NO_NODE_AVAILABLE("NoNodeAvailable", false),
  /** Nodes are connected, but as many requests are under way as their connections can carry. */
  TOO_MANY_IN_FLIGHT("TooManyInFlight", false),
  /** The driver's own throttler, where a configuration file sets one, refused the request. */
  THROTTLED("Throttled", false),
  /** The connection to the cluster had been closed before the request. */
  CLOSED("Closed", false),
  /** Anything else. */
  OTHER("Other", true);

  private final String text;
  private final boolean writeMayHappen;

  FailureKind(String text, boolean writeMayHappen) {
    this.text = text;
    this.writeMayHappen = writeMayHappen;
  }

  /** The kind's name in results and reports, such as {@code WriteTimeout}. */
  public String text() {
    return text;
  }

  /** What a write that failed so is recorded as. */
  public Outcome ofWrite() {
    return writeMayHappen ? Outcome.TIMEOUT : Outcome.ERROR;
  }

  /** The kind of failure that the driver reported. */
  public static FailureKind of(Throwable thrown) {
    Throwable failure = Failures.cause(thrown);
    if (failure instanceof WriteTimeoutException) {
      return WRITE_TIMEOUT;
    } else if (failure instanceof ReadTimeoutException) {
      return READ_TIMEOUT;
    } else if (failure instanceof UnavailableException) {
      return UNAVAILABLE;
    } else if (failure instanceof WriteFailureException) {
      return WRITE_FAILURE;
    } else if (failure instanceof ReadFailureException) {
      return READ_FAILURE;
    } else if (failure instanceof OverloadedException) {
      return OVERLOADED;
    } else if (failure instanceof BootstrappingException) {
      return BOOTSTRAPPING;
    } else if (failure instanceof ServerError) {
      return SERVER_ERROR;
    } else if (failure instanceof UnauthorizedException) {
      return UNAUTHORIZED;
    } else if (failure instanceof QueryValidationException) {
      return INVALID_REQUEST;
    } else if (failure instanceof DriverTimeoutException) {
      return CLIENT_TIMEOUT;
    } else if (failure instanceof ClosedConnectionException
        || failure instanceof HeartbeatException) {
      return CONNECTION_LOST;
    } else if (failure instanceof RequestThrottlingException) {
      return THROTTLED;
    } else if (failure instanceof AllNodesFailedException allFailed) {
      return ofAll(allFailed);
    } else if (failure instanceof IllegalStateException
        && "Session is closed".equals(failure.getMessage())) {
      return CLOSED;
    }
    return OTHER;
  }

  /**
   * The driver went through every node of its plan. It moves on from one to the next without asking
   * the retry policy where it had no free connection, where a node was bootstrapping, and where
   * writing to the socket or preparing the statement anew failed. Only the first two leave no doubt
   * at all that the request was not executed.
   */
  private static FailureKind ofAll(AllNodesFailedException failure) {
    FailureKind kind = NO_NODE_AVAILABLE;
    for (List<Throwable> errors : failure.getAllErrors().values()) {
      for (Throwable error : errors) {
        if (error instanceof BootstrappingException) {
          kind = kind == TOO_MANY_IN_FLIGHT ? kind : BOOTSTRAPPING;
        } else if (error instanceof BusyConnectionException) {
          kind = TOO_MANY_IN_FLIGHT;
        } else if (error instanceof NodeUnavailableException unavailable) {
          kind = isConnected(unavailable.getNode()) ? TOO_MANY_IN_FLIGHT : kind;
        } else {
          return CONNECTION_LOST;
        }
      }
    }
    return kind;
  }

  private static boolean isConnected(@Nullable Node node) {
    return node != null && node.getState() == NodeState.UP && node.getOpenConnections() > 0;
  }
}
