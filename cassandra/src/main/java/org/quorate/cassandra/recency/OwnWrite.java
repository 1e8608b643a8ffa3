package org.quorate.cassandra.recency;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.statement.StatementShape.Effect;

/**
 * One write of this process to one partition, from before it is sent until it has ended. To each
 * call of {@link #begin} belongs one of the others. Immutable.
 *
 * @param hash of the partition, or {@link Murmur3Token#UNKNOWN}: then every partition counts as
 *     written
 * @param isAlone whether nothing else is written by the same request
 * @param isCounted whether it is the first of its request to the partition: replicas apply these as
 *     one
 */
public record OwnWrite(
    TableMemory memory, long hash, Effect effect, boolean isAlone, boolean isCounted) {
  private record Partition(TableMemory memory, long hash) {}

  /** One that is the first of its request to the partition. */
  public OwnWrite(TableMemory memory, long hash, Effect effect, boolean isAlone) {
    this(memory, hash, effect, isAlone, true);
  }

  /** The writes of one request, of which the first to each partition is counted. */
  public static List<OwnWrite> ofRequest(List<OwnWrite> writes) {
    if (writes.size() < 2) {
      return writes;
    }
    Set<Partition> found = new HashSet<>();
    List<OwnWrite> marked = new ArrayList<>(writes.size());
    for (OwnWrite each : writes) {
      boolean isFirst = found.add(new Partition(each.memory, each.hash));
      marked.add(new OwnWrite(each.memory, each.hash, each.effect, each.isAlone, isFirst));
    }
    return marked;
  }

  private int slot() {
    return memory.slot(hash);
  }

  /** The writes of one request are about to be sent; where that fails none of them has begun. */
  public static void beginAll(List<OwnWrite> writes) {
    int begun = 0;
    try {
      for (OwnWrite each : writes) {
        each.begin();
        begun++;
      }
    } catch (RuntimeException e) {
      writes.subList(0, begun).forEach(OwnWrite::withdraw);
      throw e;
    }
  }

  /** It is about to be sent. */
  public void begin() {
    memory.writes().begun(slot());
    if (effect == Effect.MAY_REMOVE_ROWS) {
      if (hash == Murmur3Token.UNKNOWN) {
        memory.inserted().mayRemoveAny();
      } else {
        memory.inserted().mayRemove(slot());
      }
    }
  }

  /** It was acknowledged. */
  public void complete() {
    if (effect == Effect.PUTS_ROW && hash != Murmur3Token.UNKNOWN) {
      memory.inserted().inserted(slot());
    }
    memory.writes().completed(slot(), orEnd(memory::now));
    memory.accessed(hash);
    if (isCounted) {
      memory.wrote();
    }
  }

  /** It failed. */
  public void fail(Throwable failure) {
    if (WriteFate.isRefused(failure, isAlone && hash != Murmur3Token.UNKNOWN)) {
      memory.writes().refused(slot());
    } else {
      lose();
    }
  }

  /** It was not sent after all. */
  public void withdraw() {
    memory.writes().refused(slot());
  }

  /** Nobody will tell how it ends; it is not counted, since replicas may not have it. */
  public void lose() {
    memory.writes().lost(slot(), orEnd(memory::lostUntil));
    memory.accessed(hash);
  }

  /** A write that cannot be remembered must not stay under way. */
  private long orEnd(LongSupplier time) {
    try {
      return time.getAsLong();
    } catch (RuntimeException e) {
      withdraw();
      throw e;
    }
  }
}
