package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.CqlPrepareAsyncProcessor;
import com.datastax.oss.driver.internal.core.session.RequestProcessor;
import com.datastax.oss.protocol.internal.response.error.Unprepared;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.Quorate;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Reads that the application prepares more than once, by the driver's own protocol. The driver
 * forgets what it prepared whenever garbage is collected, and prepares it anew.
 */
class PreparedAgainTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final StandInServer server = StandInServer.with(Map.of());
  private final AdaptiveSession session =
      Quorate.adaptive(
          server.session("LOCAL_QUORUM").build(),
          AdaptiveSettings.builder()
              .mode(Mode.ADAPT)
              .table(TableSettings.of(CARTS, 0.01, Level.ONE).withSafeLevel(Level.ALL))
              .propagation(
                  (of, table, ladder, bytes) -> new GivenPropagation(0.001, System::nanoTime))
              .management(false)
              .build());

  @AfterEach
  void close() {
    session.close();
    server.close();
  }

  private PreparedStatement prepare() {
    return session.prepare(StandInServer.READ);
  }

  /** It keeps what it prepares for as long as something else does. */
  private void driverForgets() {
    InternalDriverContext context = (InternalDriverContext) session.getContext();
    for (RequestProcessor<?, ?> each : context.getRequestProcessorRegistry().getProcessors()) {
      if (each instanceof CqlPrepareAsyncProcessor prepares) {
        Awaitility.await()
            .until(
                () -> {
                  System.gc();
                  prepares.getCache().cleanUp();
                  return prepares.getCache().size() == 0;
                });
        return;
      }
    }
    throw new IllegalStateException("This driver prepares in another way.");
  }

  @Test
  void theSameStatementIsTheSameObject() {
    PreparedStatement read = prepare();
    assertThat(prepare()).isSameAs(read);
    driverForgets();
    assertThat(prepare()).isSameAs(read);
    session.levels().pin(CARTS, Level.TWO);
    assertThat(prepare()).isSameAs(read);
    assertThat(session.prepareAsync(StandInServer.READ))
        .succeedsWithin(Duration.ofSeconds(60))
        .isSameAs(read);
    assertThat(session.prepare(StandInServer.READ + " LIMIT 1")).isNotSameAs(read);
  }

  /** The driver prepares it there from what it keeps no longer than what it prepared last. */
  @Test
  void aNodeThatForgotTheStatementIsToldItAgain() {
    PreparedStatement read = prepare();
    driverForgets();
    assertThat(prepare()).isSameAs(read);
    driverForgets();
    byte[] id = StandInServer.READ.getBytes(StandardCharsets.UTF_8);
    server.answers.add(() -> new Unprepared("Prepared query not found", id));
    assertThat(session.execute(read.bind(1)).one()).isNull();
    assertThat(server.levels).as("the second after it was prepared there").hasSize(2);
  }

  @Test
  void noReadIsSentWithTheColumnsOfAnEarlierSchema() {
    session.levels().pin(CARTS, Level.ONE);
    PreparedStatement read = prepare();
    assertThat(read.bind(1).getPreparedStatement().getResultSetDefinitions()).hasSize(1);
    server.columns = List.of("note", "v");
    session.levels().pin(CARTS, Level.TWO);
    Awaitility.await().until(() -> columns(read.bind(1)) == 2);
    session.levels().pin(CARTS, Level.ONE);
    assertThat(columns(read.bind(1))).isEqualTo(2);
    assertThat(prepare()).isSameAs(read);
  }

  private static int columns(BoundStatement bound) {
    return bound.getPreparedStatement().getResultSetDefinitions().size();
  }
}
