package org.quorate.cassandra.recency;

import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.statement.StatementShape.Effect;

/**
 * One write of this process to one partition, from before it is sent until it has ended. To each
 * call of {@link #begin} belongs one of the others. Immutable.
 *
 * @param hash of the partition, or {@link Murmur3Token#UNKNOWN}: then every partition counts as
 *     written
 * @param isAlone whether nothing else is written by the same request
 */
public record OwnWrite(TableMemory memory, long hash, Effect effect, boolean isAlone) {
  private int slot() {
    return memory.slot(hash);
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
    memory.writes().completed(slot(), memory.now());
    memory.wrote(hash);
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

  /** Nobody will tell how it ends. */
  public void lose() {
    memory.writes().lost(slot(), memory.lostUntil());
    memory.wrote(hash);
  }
}
