package org.quorate.ycsb;

import org.apache.hadoop.hbase.CallQueueTooBigException;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotEnabledException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.security.AccessDeniedException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.deferral.DeferralFullException;
import org.quorate.hbase.spill.SpillFullException;
import site.ycsb.Status;

/** How failures of HBase look to YCSB, which counts operations by the names of their statuses. */
final class HBaseStatuses {
  private static final int DEEPEST = 20;

  private HBaseStatuses() {}

  /**
   * YCSB's own status where it has one that says as much; {@code Timeout} where nobody answered in
   * time.
   */
  static Status of(Throwable failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
      Status status = own(cause);
      if (status != null) {
        return status;
      }
      cause = next(cause);
    }
    return Status.ERROR;
  }

  /** A failure of several writes does not name one of theirs as its own cause. */
  private static @Nullable Throwable next(Throwable failure) {
    return failure instanceof RetriesExhaustedWithDetailsException several
            && several.getNumExceptions() > 0
        ? several.getCause(0)
        : failure.getCause();
  }

  /** Whether a write that a server was asked for is known not to have happened. */
  static boolean isRefusal(Throwable failure) {
    return failure instanceof DoNotRetryIOException || failure instanceof IllegalArgumentException;
  }

  private static @Nullable Status own(Throwable cause) {
    if (cause instanceof DeferralFullException
        || cause instanceof SpillFullException
        || cause instanceof RegionTooBusyException
        || cause instanceof ServerTooBusyException
        || cause instanceof CallQueueTooBigException
        || cause instanceof NotServingRegionException
        || cause instanceof NoServerForRegionException) {
      return Status.SERVICE_UNAVAILABLE;
    }
    if (cause instanceof TableNotFoundException
        || cause instanceof TableNotEnabledException
        || cause instanceof NoSuchColumnFamilyException
        || cause instanceof IllegalArgumentException) {
      return Status.BAD_REQUEST;
    }
    if (cause instanceof AccessDeniedException) {
      return Status.FORBIDDEN;
    }
    return cause instanceof CallTimeoutException
        ? new Status("Timeout", "Nobody answered in time; a write may still take effect.")
        : null;
  }
}
