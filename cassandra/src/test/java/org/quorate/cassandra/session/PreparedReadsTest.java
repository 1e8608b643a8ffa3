package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.internal.core.cql.DefaultPrepareRequest;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
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

  @Test
  void whatTheApplicationLetGoOfIsForgotten() {
    FakeSession driver = new FakeSession("ONE");
    Events events = new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system());
    AdaptiveSettings settings =
        AdaptiveSettings.builder().table(TableSettings.of(CARTS, 1, Level.ONE)).build();
    try (LevelController levels =
        new LevelController(
            driver.session, settings, events, () -> OwnReads.NONE, System::nanoTime)) {
      PreparedReads reads =
          new PreparedReads(
              driver.session, new Statements(driver.session, levels, new OwnFaults(events)));
      TableLevel table = levels.level(CARTS).orElseThrow();
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
  }

  private static PrepareRequest request(int limit) {
    return new DefaultPrepareRequest(
        SimpleStatement.newInstance("SELECT v FROM shop.carts WHERE id = ? LIMIT " + limit));
  }
}
