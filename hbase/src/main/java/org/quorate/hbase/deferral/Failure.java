package org.quorate.hbase.deferral;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseServerException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ClientExceptionsUtil;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.metric.MissCause;

/**
 * Why a server did not take a write.
 *
 * @param reason what the server or the client said, without wrappers
 * @param mayPass whether sending it again may succeed
 * @param cause that it would be of a missed bound
 */
record Failure(Throwable reason, boolean mayPass, MissCause cause) {
  /** Judges what a request ended with. */
  static Failure of(Throwable thrown) {
    Throwable reason = unwrapped(thrown);
    MissCause cause = cause(reason);
    return new Failure(reason, cause == MissCause.SERVER_BUSY || mayPass(reason), cause);
  }

  /** For something that went wrong before a request was made, or when there is no answer to it. */
  static Failure passing(Throwable thrown) {
    return new Failure(thrown, true, MissCause.OTHER);
  }

  /**
   * Whether it is about one action, or the whole table. Of other refusals nobody can tell: a server
   * that stops at one action of a region (a quota, no permission, a rule of a coprocessor) says the
   * same of all that came with it for that region.
   */
  boolean isOfOneAction() {
    return reason instanceof IllegalArgumentException
        || find(reason, NoSuchColumnFamilyException.class) != null
        || find(reason, FailedSanityCheckException.class) != null
        || find(reason, TableNotFoundException.class) != null;
  }

  /**
   * Whether regions may be elsewhere than they were. Those of a server that does not answer may be:
   * where it hangs, the master gives them to others.
   */
  boolean saysThatRegionsMoved() {
    return mayPass
        && (cause == MissCause.REGION_MOVED
            || cause == MissCause.SERVER_GONE
            || cause == MissCause.SERVER_SLOW);
  }

  /** One line for people. */
  String text() {
    String message = reason.getMessage();
    String first = message == null ? "" : ": " + message.lines().findFirst().orElse("");
    return reason.getClass().getSimpleName() + first;
  }

  private static Throwable unwrapped(Throwable thrown) {
    Throwable reason = thrown;
    Throwable within = reason.getCause();
    while (within != null
        && (reason instanceof CompletionException || reason instanceof RetriesExhaustedException)) {
      reason = within;
      within = reason.getCause();
    }
    return reason;
  }

  /**
   * A region that has no server now will have one; anything else that the client calls final is,
   * and so is an argument that it refuses (a value that is too large). Other exceptions that are no
   * failures of input or output may pass: the client has some for answers that it cannot read.
   */
  private static boolean mayPass(Throwable reason) {
    if (find(reason, NoServerForRegionException.class) != null) {
      return true;
    }
    return find(reason, DoNotRetryIOException.class) == null
        && !(reason instanceof IllegalArgumentException);
  }

  private static MissCause cause(Throwable reason) {
    if (HBaseServerException.isServerOverloaded(reason)
        || find(reason, RegionTooBusyException.class) != null
        || find(reason, ServerTooBusyException.class) != null
        || find(reason, RpcThrottlingException.class) != null) {
      return MissCause.SERVER_BUSY;
    }
    if (find(reason, NotServingRegionException.class) != null
        || find(reason, NoServerForRegionException.class) != null) {
      return MissCause.REGION_MOVED;
    }
    if (find(reason, CallTimeoutException.class) != null) {
      return MissCause.SERVER_SLOW;
    }
    return find(reason, ConnectException.class) != null
            || find(reason, UnknownHostException.class) != null
            || find(reason, RegionServerStoppedException.class) != null
            || find(reason, ServerNotRunningYetException.class) != null
            || ClientExceptionsUtil.isConnectionException(reason)
        ? MissCause.SERVER_GONE
        : MissCause.OTHER;
  }

  private static <T extends Throwable> @Nullable T find(Throwable thrown, Class<T> type) {
    int depth = 0;
    for (Throwable each = thrown; each != null && depth < 20; each = each.getCause()) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
      depth++;
    }
    return null;
  }
}
