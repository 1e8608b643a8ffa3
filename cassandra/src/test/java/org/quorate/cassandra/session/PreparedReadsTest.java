package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class PreparedReadsTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final FakeSession driver = new FakeSession("ONE");
  private final Events events =
      new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system());
  private final LevelController levels =
      new LevelController(
          driver.session,
          AdaptiveSettings.builder().table(TableSettings.of(CARTS, 1, Level.ONE)).build(),
          events,
          () -> OwnReads.NONE,
          System::nanoTime);
  private final TableLevel table = levels.level(CARTS).orElseThrow();
  private final PreparedReads reads =
      new PreparedReads(
          driver.session, new Statements(driver.session, levels, new OwnFaults(events)));

  @AfterEach
  void close() {
    levels.close();
  }

  private PreparedStatement prepare(int limit) {
    return reads.prepare(request(limit), table, PrepareRequest.SYNC);
  }

  /** The driver does not hold what it has prepared, once the collector of garbage has run. */
  @Test
  void isTheSameObjectWhereTheDriverPreparesItAnew() {
    PreparedStatement first = prepare(1);
    assertThat(driver.session.prepare(first.getQuery()))
        .as("of this driver")
        .isNotSameAs(driver.session.prepare(first.getQuery()));
    assertThat(prepare(1)).isSameAs(first);
    assertThat(prepare(2)).isNotSameAs(first);
  }

  @Test
  void isAnotherObjectWhereTheServerSaysOtherwiseOfItsColumns() {
    PreparedStatement first = prepare(1);
    driver.keyType = ProtocolConstants.DataType.BIGINT;
    PreparedStatement second = prepare(1);
    assertThat(second.getVariableDefinitions().get(0).getType()).isEqualTo(DataTypes.BIGINT);
    assertThat(first.getVariableDefinitions().get(0).getType()).isEqualTo(DataTypes.INT);
    assertThat(prepare(1)).isSameAs(second);
  }

  @Test
  void isAnotherObjectWhereTheTableWasMadeAgainWithAnotherKey() {
    PreparedStatement first = prepare(1);
    driver.keyMarkers = List.of();
    assertThat(prepare(1)).isNotSameAs(first);
  }

  @Test
  void isAnotherObjectInAnotherKeyspace() {
    PreparedStatement first = prepare(1);
    driver.statementId = 1; // USE other
    assertThat(prepare(1)).isNotSameAs(first);
  }

  @Test
  void whatTheApplicationLetGoOfIsForgotten() {
    List<WeakReference<Object>> held = new ArrayList<>();
    for (int limit = 1; limit <= 1_000; limit++) {
      PrepareRequest request = request(limit);
      PreparedStatement prepared = reads.prepare(request, table, PrepareRequest.SYNC);
      assertThat(prepared).isInstanceOf(AdaptivePreparedStatement.class);
      held.add(new WeakReference<>(request));
      held.add(new WeakReference<>(prepared));
    }
    Awaitility.await()
        .until(
            () -> {
              System.gc();
              // What is gone is looked for whenever something is prepared.
              reads.prepare(request(1_001), table, PrepareRequest.SYNC);
              return held.stream().allMatch(each -> each.refersTo(null));
            });
  }

  private static PrepareRequest request(int limit) {
    return new DefaultPrepareRequest(
        SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = ? LIMIT " + limit));
  }
}
