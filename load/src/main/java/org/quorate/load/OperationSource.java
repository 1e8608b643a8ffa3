package org.quorate.load;

import org.jspecify.annotations.Nullable;
import org.quorate.core.workload.Operation;

/** Where a lane's operations come from, in order. Used by one thread. */
@FunctionalInterface
public interface OperationSource {
  /** The next operation, or null where there are no more. */
  @Nullable Operation next();
}
