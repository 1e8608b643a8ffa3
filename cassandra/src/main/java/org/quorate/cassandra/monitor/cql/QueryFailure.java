package org.quorate.cassandra.monitor.cql;

import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.Locale;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.RefusedLevel;
import org.quorate.cassandra.monitor.SourceException;

/** What it means that a question to {@code system_views} failed. Stateless. */
public final class QueryFailure {
  private QueryFailure() {}

  /**
   * Whether the server has no such virtual table. Servers say {@code table NAME does not exist}, or
   * {@code unconfigured table NAME} in older versions.
   */
  static boolean isTableMissing(Throwable failure) {
    return Failures.cause(failure) instanceof InvalidQueryException invalid
        && !isKeyspaceMissing(invalid)
        && (says(invalid, "does not exist") || says(invalid, "unconfigured table"));
  }

  /** The failure for whoever asked: a {@link SourceException} where asking again is of no use. */
  public static Throwable explained(Throwable failure) {
    Throwable cause = Failures.cause(failure);
    if (cause instanceof UnauthorizedException) {
      return new SourceException(
          "The session's role may not read keyspace system_views ("
              + cause.getMessage()
              + "); have it granted with GRANT SELECT ON KEYSPACE system_views TO that role.",
          cause);
    }
    if (RefusedLevel.isWhy(cause)) {
      return new SourceException(
          "The servers do not allow reads of keyspace system_views at ONE (guardrail"
              + " read_consistency_levels_disallowed): "
              + cause.getMessage()
              + "; have ONE allowed, or use JMX or a Prometheus endpoint.",
          cause);
    }
    if (cause instanceof InvalidQueryException invalid && isKeyspaceMissing(invalid)) {
      return noViews();
    }
    return cause;
  }

  /** The server has none of the virtual tables. */
  static SourceException noViews() {
    return new SourceException(
        "The server has no keyspace system_views with counts by table, which is in Cassandra 4.0 and"
            + " later and is missing from services that only speak its protocol; use JMX or a"
            + " Prometheus endpoint.");
  }

  private static boolean isKeyspaceMissing(InvalidQueryException invalid) {
    return says(invalid, "keyspace " + SystemViewsSource.KEYSPACE + " does not exist");
  }

  private static boolean says(InvalidQueryException invalid, String text) {
    return String.valueOf(invalid.getMessage()).toLowerCase(Locale.ROOT).contains(text);
  }
}
