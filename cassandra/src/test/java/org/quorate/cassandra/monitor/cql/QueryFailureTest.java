package org.quorate.cassandra.monitor.cql;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;

class QueryFailureTest {
  private static final Node NODE = FakeNode.of(1, "dc1").node;

  @Test
  void aMissingPermissionNamesItsRemedy() {
    Throwable explained =
        QueryFailure.explained(
            new CompletionException(
                new UnauthorizedException(
                    NODE, "User app has no SELECT permission on <table system_views.x>")));
    assertThat(explained)
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("User app has no SELECT permission")
        .hasMessageContaining("GRANT SELECT ON KEYSPACE system_views TO");
  }

  @Test
  void aServerWithoutViewsNamesOtherSources() {
    assertThat(
            QueryFailure.explained(
                new InvalidQueryException(NODE, "Keyspace system_views does not exist")))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("JMX");
  }

  @Test
  void aLevelThatIsNotAllowedNamesTheGuardrail() {
    assertThat(
            QueryFailure.explained(
                new CompletionException(
                    new InvalidQueryException(
                        NODE,
                        "Guardrail read_consistency_levels violated: Provided values [ONE] are not"
                            + " allowed for read consistency levels (disallowed values are:"
                            + " [ONE])"))))
        .isInstanceOf(SourceException.class)
        .hasMessageContaining("guardrail read_consistency_levels_disallowed")
        .hasMessageContaining("[ONE] are not allowed");
  }

  @Test
  void aMissingViewIsNoRefusal() {
    assertThat(
            QueryFailure.isTableMissing(
                new CompletionException(
                    new InvalidQueryException(
                        NODE, "table coordinator_write_latency does not exist"))))
        .isTrue();
    assertThat(
            QueryFailure.isTableMissing(
                new InvalidQueryException(NODE, "unconfigured table pending_hints")))
        .isTrue();
    assertThat(
            QueryFailure.isTableMissing(
                new InvalidQueryException(NODE, "keyspace system_views does not exist")))
        .isFalse();
  }

  @Test
  void anythingElseIsAFailureForNow() {
    DriverTimeoutException timeout = new DriverTimeoutException("Query timed out");
    assertThat(QueryFailure.explained(new CompletionException(timeout))).isSameAs(timeout);
    assertThat(QueryFailure.isTableMissing(timeout)).isFalse();
  }
}
