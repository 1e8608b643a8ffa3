package org.quorate.hbase.deferral;

import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.exceptions.ClientExceptionsUtil;
import org.apache.hadoop.hbase.ipc.CallTimeoutException;
import org.apache.hadoop.hbase.ipc.ServerNotRunningYetException;
import org.apache.hadoop.hbase.regionserver.RegionServerStoppedException;
import org.jspecify.annotations.Nullable;
import org.quorate.hbase.destination.Refusals;
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
    return new Failure(reason, !Refusals.isFinal(reason), cause);
  }

  /** For something that went wrong before a request was made, or when there is no answer to it. */
  static Failure passing(Throwable thrown) {
    return new Failure(thrown, true, MissCause.OTHER);
  }

  /** Two things that went wrong as one: the second suppressed in the first, if both did. */
  static <T extends Throwable> @Nullable T joined(@Nullable T first, @Nullable T second) {
    if (first == null) {
      return second;
    }
    if (second != null && second != first) {
      first.addSuppressed(second);
    }
    return first;
  }

  /** See {@link Refusals#isOfOneAction}. */
  boolean isOfOneAction() {
    return Refusals.isOfOneAction(reason);
  }

  /** Nanoseconds that the server wants to be left alone for; 0 if it does not say. */
  long pause() {
    return TimeUnit.MILLISECONDS.toNanos(Refusals.pauseMillis(reason));
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

  private static MissCause cause(Throwable reason) {
    if (Refusals.isBusy(reason)) {
      return MissCause.SERVER_BUSY;
    }
    if (has(reason, NotServingRegionException.class)
        || has(reason, NoServerForRegionException.class)) {
      return MissCause.REGION_MOVED;
    }
    if (has(reason, CallTimeoutException.class)) {
      return MissCause.SERVER_SLOW;
    }
    return has(reason, ConnectException.class)
            || has(reason, UnknownHostException.class)
            || has(reason, RegionServerStoppedException.class)
            || has(reason, ServerNotRunningYetException.class)
            || ClientExceptionsUtil.isConnectionException(reason)
        ? MissCause.SERVER_GONE
        : MissCause.OTHER;
  }

  private static boolean has(Throwable reason, Class<? extends Throwable> type) {
    return Refusals.find(reason, type) != null;
  }
}
