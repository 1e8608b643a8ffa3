package org.quorate.hbase.destination;

import java.util.List;
import org.apache.hadoop.hbase.DoNotRetryIOException;
import org.apache.hadoop.hbase.HBaseServerException;
import org.apache.hadoop.hbase.NotAllMetaRegionsOnlineException;
import org.apache.hadoop.hbase.RegionTooBusyException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.NoServerForRegionException;
import org.apache.hadoop.hbase.exceptions.FailedSanityCheckException;
import org.apache.hadoop.hbase.ipc.RemoteWithExtrasException;
import org.apache.hadoop.hbase.ipc.ServerTooBusyException;
import org.apache.hadoop.hbase.quotas.RpcThrottlingException;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.jspecify.annotations.Nullable;

/** What it means that a write failed; a failure counts as its causes do. Stateless. */
public final class Refusals {
  private static final int DEEPEST = 20;

  /** A server that takes less than it is sent. */
  private static final List<Class<? extends Throwable>> BUSY =
      List.of(
          RegionTooBusyException.class, ServerTooBusyException.class, RpcThrottlingException.class);

  /** A region or a system table that is away comes back, whatever the client says. */
  private static final List<Class<? extends Throwable>> AWAY =
      List.of(NoServerForRegionException.class, NotAllMetaRegionsOnlineException.class);

  private static final List<Class<? extends Throwable>> OF_ONE_ACTION =
      List.of(
          NoSuchColumnFamilyException.class,
          FailedSanityCheckException.class,
          TableNotFoundException.class);

  private Refusals() {}

  /**
   * Whether another try would end in the same way: so does what the client calls final, unless it
   * says that something is busy or away, and an argument that it refuses (a value that is too
   * large). Other exceptions that are no failures of input or output may pass: the client has some
   * for answers that it cannot read.
   */
  public static boolean isFinal(Throwable failure) {
    if (isBusy(failure) || isAny(failure, AWAY)) {
      return false;
    }
    RemoteWithExtrasException remote = find(failure, RemoteWithExtrasException.class);
    return failure instanceof IllegalArgumentException
        || find(failure, DoNotRetryIOException.class) != null
        || (remote != null && remote.isDoNotRetry());
  }

  /** Whether a server takes no more just now. */
  public static boolean isBusy(Throwable failure) {
    return HBaseServerException.isServerOverloaded(failure) || isAny(failure, BUSY);
  }

  /**
   * Milliseconds after which a server wants to be asked again, by its quotas; 0 if it says none.
   */
  public static long pauseMillis(Throwable failure) {
    RpcThrottlingException throttled = find(failure, RpcThrottlingException.class);
    return throttled == null ? 0 : Math.max(0, throttled.getWaitInterval());
  }

  /**
   * Whether a refusal is about one action, or the whole table. Of others nobody can tell: a server
   * that stops at one action of a region (a quota, no permission, a rule of a coprocessor) says the
   * same of all that came with it for that region.
   */
  public static boolean isOfOneAction(Throwable refusal) {
    return refusal instanceof IllegalArgumentException || isAny(refusal, OF_ONE_ACTION);
  }

  /** The failure itself, or the nearest cause of a type; null if there is none. */
  public static <T extends Throwable> @Nullable T find(Throwable failure, Class<T> type) {
    Throwable each = failure;
    for (int depth = 0; each != null && depth < DEEPEST; depth++) {
      if (type.isInstance(each)) {
        return type.cast(each);
      }
      each = each.getCause();
    }
    return null;
  }

  private static boolean isAny(Throwable failure, List<Class<? extends Throwable>> types) {
    return types.stream().anyMatch(type -> find(failure, type) != null);
  }
}
