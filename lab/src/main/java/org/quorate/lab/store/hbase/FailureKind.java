package org.quorate.lab.store.hbase;

import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.HBaseServerException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.exceptions.ClientExceptionsUtil;
import org.apache.hadoop.hbase.exceptions.TimeoutIOException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.quorate.core.history.Outcome;
import org.quorate.hbase.deferral.DeferralFullException;

/**
 * Why a request failed, as HBase's client (2.6) tells it, and whether a write that failed so can
 * have happened or still happen. The client sends a request again, with the same version, until its
 * time is over, and tells of the last attempt alone; an earlier one may have been carried out and
 * its answer lost. So a write is said not to have happened only where no attempt can have
 * succeeded; everything else leaves its fate unknown, which is always true. A failed read is always
 * a read without a result. Pure.
 */
enum FailureKind {
  /** No answer came in time; the server may still be at work. */
  CLIENT_TIMEOUT("ClientTimeout", true),
  /** The server, or the region, had too much to do. */
  SERVER_BUSY("ServerBusy", true),
  /** The region was on its way from one server to another, or nobody's. */
  REGION_AWAY("RegionAway", true),
  /** The server could not be reached, or the connection to it ended. */
  CONNECTION_LOST("ConnectionLost", true),
  /** The table takes no requests at the moment. */
  TABLE_DISABLED("TableDisabled", true),
  /** There is no such table, so nobody can read what was written to it. */
  NO_TABLE("NoTable", false),
  /** The table has no such family. */
  NO_FAMILY("NoFamily", false),
  /** The user may not do this. */
  UNAUTHORIZED("Unauthorized", false),
  /** The client refused the request before it sent anything. */
  INVALID_REQUEST("InvalidRequest", false),
  /** The write was not accepted, because too many are not acknowledged yet. */
  BUFFER_FULL("BufferFull", false),
  /** The write was not accepted, because earlier ones of its client were given up. */
  EARLIER_WRITE_FAILED("EarlierWriteFailed", false),
  /** The write was not accepted, because it could not be made durable, or all was closed. */
  NOT_ACCEPTED("NotAccepted", false),
  /** The thread was interrupted. */
  INTERRUPTED("Interrupted", true),
  /** Anything else. */
  OTHER("Other", true);

  private static final int DEEPEST = 20;

  private final String text;
  private final boolean writeMayHappen;

  FailureKind(String text, boolean writeMayHappen) {
    this.text = text;
    this.writeMayHappen = writeMayHappen;
  }

  /** The kind's name in results and reports, such as {@code ClientTimeout}. */
  String text() {
    return text;
  }

  /** What a write that failed so is recorded as. */
  Outcome ofWrite() {
    return writeMayHappen ? Outcome.TIMEOUT : Outcome.ERROR;
  }

  /** The kind of failure that a request on a server ended with. */
  static FailureKind of(Throwable failure) {
    if (failure instanceof RetriesExhaustedWithDetailsException details
        && details.getNumExceptions() > 0) {
      return of(details.getCause(0));
    }
    if (has(failure, TableNotFoundException.class)) {
      return NO_TABLE;
    } else if (has(failure, NoSuchColumnFamilyException.class)) {
      return NO_FAMILY;
    } else if (has(failure, AccessDeniedException.class)) {
      return UNAUTHORIZED;
    } else if (failure instanceof IllegalArgumentException) {
      return INVALID_REQUEST;
    } else if (has(failure, TableNotEnabledException.class)) {
      return TABLE_DISABLED;
    } else if (HBaseServerException.isServerOverloaded(failure)
        || has(failure, CallQueueTooBigException.class)
        || has(failure, RegionTooBusyException.class)
        || has(failure, ServerTooBusyException.class)) {
      return SERVER_BUSY;
    } else if (has(failure, NotServingRegionException.class)
        || has(failure, NoServerForRegionException.class)) {
      return REGION_AWAY;
    } else if (has(failure, ConnectException.class)) {
      return CONNECTION_LOST;
    } else if (has(failure, CallTimeoutException.class)
        || has(failure, SocketTimeoutException.class)
        || has(failure, TimeoutIOException.class)
        || has(failure, TimeoutException.class)) {
      return CLIENT_TIMEOUT;
    } else if (isConnectionLost(failure)) {
      return CONNECTION_LOST;
    }
    return has(failure, InterruptedIOException.class) ? INTERRUPTED : OTHER;
  }

  /**
   * Why a deferred write was not accepted: whatever the reason, it was not, and will not reach a
   * server.
   */
  static FailureKind ofAcceptance(Throwable failure) {
    if (failure instanceof DeferralFullException) {
      return BUFFER_FULL;
    } else if (failure instanceof RetriesExhaustedWithDetailsException) {
      return EARLIER_WRITE_FAILED;
    }
    return failure instanceof IllegalArgumentException ? INVALID_REQUEST : NOT_ACCEPTED;
  }

  private static boolean isConnectionLost(Throwable failure) {
    int depth = 0;
    for (Throwable each = failure; each != null && depth < DEEPEST; each = each.getCause()) {
      if (ClientExceptionsUtil.isConnectionException(each)) {
        return true;
      }
      depth++;
    }
    return false;
  }

  private static boolean has(@Nullable Throwable failure, Class<? extends Throwable> type) {
    int depth = 0;
    for (Throwable each = failure; each != null && depth < DEEPEST; each = each.getCause()) {
      if (type.isInstance(each)) {
        return true;
      }
      depth++;
    }
    return false;
  }
}
