package org.quorate.hbase;

import java.time.Duration;
import org.apache.hadoop.hbase.client.BufferedMutatorParams;
import org.jspecify.annotations.Nullable;

/** What parameters of a mutator ask for that deferral cannot keep. Stateless. */
final class MutatorParameters {
  /** The client's own buffered mutator. */
  static final String STOCK = "org.apache.hadoop.hbase.client.BufferedMutatorImpl";

  private MutatorParameters() {}

  /**
   * Refuses what would be ignored.
   *
   * @throws IllegalArgumentException if there is something; the message says what to do
   */
  static void refuseUnkept(BufferedMutatorParams params, Duration bound) {
    if (hasRequestAttributes(params)) {
      throw new IllegalArgumentException(
          "Deferred writes of several mutators share requests, which cannot have attributes of"
              + " one; leave the request attributes out.");
    }
    long flushes = params.getWriteBufferPeriodicFlushTimeoutMs();
    if (flushes > 0 && flushes < bound.toMillis()) {
      throw new IllegalArgumentException(
          "A mutator cannot be flushed every "
              + flushes
              + " ms where writes are deferred for "
              + bound
              + "; open deferral with the shorter bound, or leave the periodic flush out.");
    }
    if (!isOwn(params.getImplementationClassName())) {
      throw new IllegalArgumentException(
          "Deferral makes no mutator of the class "
              + params.getImplementationClassName()
              + "; leave the implementation out.");
    }
  }

  private static boolean hasRequestAttributes(BufferedMutatorParams params) {
    try {
      return params.getRequestAttributes() != null && !params.getRequestAttributes().isEmpty();
    } catch (NoSuchMethodError clientBefore26) {
      return false;
    }
  }

  private static boolean isOwn(@Nullable String implementation) {
    return implementation == null
        || implementation.equals(STOCK)
        || implementation.equals(ConfiguredMutator.class.getName());
  }
}
