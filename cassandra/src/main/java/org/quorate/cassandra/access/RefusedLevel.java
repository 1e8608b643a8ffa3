package org.quorate.cassandra.access;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.Collection;

/**
 * Tells whether a server has refused a read for its level alone. Since Cassandra 4.1 operators can
 * forbid levels of reads to all but superusers, in {@code cassandra.yaml} or while servers run: the
 * guardrail {@code read_consistency_levels_disallowed}. Such a read is invalid, "Guardrail
 * read_consistency_levels violated: Provided values [ALL] are not allowed for read consistency
 * levels (disallowed values are: [ALL])" as of 5.0.9 ({@code Guardrails.readConsistencyLevels},
 * {@code Values.guard}); the beginning is another in some versions. Stateless.
 */
public final class RefusedLevel {
  private static final String SAID = "are not allowed for read consistency levels";

  private RefusedLevel() {}

  /** Whether that is why a request failed, however the driver has wrapped it. */
  public static boolean isWhy(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    return isOne(cause)
        || (cause instanceof AllNodesFailedException all
            && all.getAllErrors().values().stream()
                .flatMap(Collection::stream)
                .anyMatch(RefusedLevel::isOne));
  }

  private static boolean isOne(Throwable failure) {
    String message = failure.getMessage();
    return failure instanceof InvalidQueryException && message != null && message.contains(SAID);
  }
}
