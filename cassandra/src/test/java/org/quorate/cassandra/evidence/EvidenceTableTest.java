package org.quorate.cassandra.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.DefaultBatchType;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidenceCodec;

class EvidenceTableTest {
  private static final EvidenceSettings SETTINGS =
      EvidenceSettings.in(new TableName("shop", "Evidence"));
  private static final UUID PROCESS = new UUID(1, 2);
  private static final Node NODE = FakeNode.of(1, "dc1").node;

  private final FakeSession driver = new FakeSession("ONE");

  private static Object failure(CompletionStage<?> answer) {
    return answer.handle((value, failure) -> failure.getCause()).toCompletableFuture().join();
  }

  @Test
  void whatIsKnownOfAllTablesIsOneMutationThatLivesForAMinute() {
    new EvidenceTable(driver.session, SETTINGS)
        .write(
            PROCESS,
            Map.of(
                new TableName("shop", "carts"), new byte[] {1},
                new TableName("shop", "orders"), new byte[] {2}));
    BatchStatement batch = (BatchStatement) driver.executed.get(0);
    assertThat(batch.getBatchType()).isEqualTo(DefaultBatchType.UNLOGGED);
    assertThat(batch.getConsistencyLevel()).isEqualTo(DefaultConsistencyLevel.LOCAL_ONE);
    assertThat(batch.isIdempotent()).isTrue();
    assertThat(batch).hasSize(2);
    for (BatchableStatement<?> each : batch) {
      SimpleStatement insert = (SimpleStatement) each;
      assertThat(insert.getQuery())
          .isEqualTo(
              "INSERT INTO shop.\"Evidence\" (part, process, about, value) VALUES (0, ?, ?, ?)"
                  + " USING TTL 60");
      assertThat(insert.getPositionalValues().get(0)).isEqualTo(PROCESS);
      assertThat(insert.getPositionalValues().get(2)).isInstanceOf(ByteBuffer.class);
    }
    assertThat(driver.executed).hasSize(1);
  }

  @Test
  void whatOthersKnowIsOneQueryInPages() {
    new EvidenceTable(driver.session, SETTINGS).read(1001);
    SimpleStatement select = (SimpleStatement) driver.executed.get(0);
    assertThat(select.getQuery())
        .isEqualTo("SELECT process, about, value FROM shop.\"Evidence\" WHERE part = 0 LIMIT 1001");
    assertThat(select.getConsistencyLevel()).isEqualTo(DefaultConsistencyLevel.LOCAL_ONE);
    assertThat(select.getPageSize()).isEqualTo(20);
  }

  /** Rows of a megabyte each, in pages of ten, without an end. */
  @Test
  void ofRowsThatAreTooLongNoValueIsKeptAndReadingEnds() {
    CompletionStage<EvidenceStore.Rows> read =
        new EvidenceTable(driver.session, SETTINGS).read(999);
    List<AsyncResultSet> pages = new ArrayList<>();
    driver.pending.get(0).complete(page(pages, Collections.nCopies(10, row(1 << 20))));
    EvidenceStore.Rows rows = read.toCompletableFuture().join();
    assertThat(pages).hasSize(2);
    assertThat(rows.queries()).isEqualTo(2);
    assertThat(rows.more()).isTrue();
    assertThat(rows.rows())
        .hasSize(20)
        .containsOnly(new EvidenceStore.Row(PROCESS, "shop.carts", null));
  }

  @Test
  void rowsAreReadToTheLastPageAndThereAreMoreOnlyWhereThereAreAsManyAsMay() {
    for (int most : new int[] {3, 4}) {
      CompletionStage<EvidenceStore.Rows> read =
          new EvidenceTable(driver.session, SETTINGS).read(most);
      Row row = row(EvidenceCodec.LONGEST);
      driver.pending.get(0).complete(page(null, List.of(row, row, row)));
      EvidenceStore.Rows rows = read.toCompletableFuture().join();
      assertThat(rows.rows()).hasSize(3).allMatch(each -> each.value() != null);
      assertThat(rows.more()).isEqualTo(most == 3);
      driver.pending.clear();
    }
  }

  private static Row row(int bytes) {
    ByteBuffer value = ByteBuffer.allocate(bytes);
    return (Row)
        Proxy.newProxyInstance(
            Row.class.getClassLoader(),
            new Class<?>[] {Row.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "get" -> arguments[1] == UUID.class ? PROCESS : "shop.carts";
                  case "getBytesUnsafe" -> ByteBuffer.allocate(10);
                  case "getByteBuffer" -> value;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** Followed by the same again, unless nobody counts how many there are. */
  private static AsyncResultSet page(@Nullable List<AsyncResultSet> pages, List<Row> rows) {
    AsyncResultSet page =
        (AsyncResultSet)
            Proxy.newProxyInstance(
                AsyncResultSet.class.getClassLoader(),
                new Class<?>[] {AsyncResultSet.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "currentPage" -> rows;
                      case "hasMorePages" -> pages != null;
                      case "fetchNextPage" -> CompletableFuture.completedFuture(page(pages, rows));
                      default -> throw new UnsupportedOperationException(method.getName());
                    });
    if (pages != null) {
      pages.add(page);
    }
    return page;
  }

  @Test
  void aMissingTableOrRightIsToldWithWhatAnAdministratorCanRun() {
    EvidenceTable table = new EvidenceTable(driver.session, SETTINGS);
    driver.failures.add(new InvalidQueryException(NODE, "unconfigured table Evidence"));
    assertThat(failure(table.read(9)))
        .isInstanceOf(SourceException.class)
        .asString()
        .contains("unconfigured table Evidence")
        .contains(EvidenceTable.createTable(SETTINGS));
    driver.failures.add(new UnauthorizedException(NODE, "no MODIFY permission"));
    assertThat(failure(table.write(PROCESS, Map.of(SETTINGS.table(), new byte[0]))))
        .isInstanceOf(SourceException.class)
        .asString()
        .contains("GRANT MODIFY ON TABLE shop.\"Evidence\" TO role");
    driver.failures.add(new IllegalStateException("closed"));
    assertThat(failure(table.read(9))).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void theTableIsCreatedOnlyWhereItMayBeAndIsMissing() {
    new EvidenceTable(driver.session, SETTINGS).read(9);
    new EvidenceTable(
            driver.session, EvidenceSettings.in(new TableName("shop", "carts")).withCreation(true))
        .read(9);
    assertThat(driver.executed.stream().map(EvidenceTableTest::query))
        .noneMatch(query -> query.startsWith("CREATE"));
    EvidenceTable creating = new EvidenceTable(driver.session, SETTINGS.withCreation(true));
    creating.read(9);
    creating.write(PROCESS, Map.of(SETTINGS.table(), new byte[0]));
    assertThat(driver.executed).as("one creation at a time").hasSize(3);
    assertThat(query(driver.executed.get(2)))
        .startsWith("CREATE TABLE IF NOT EXISTS shop.\"Evidence\" (part int")
        .endsWith("AND gc_grace_seconds = 3600 AND default_time_to_live = 60");
  }

  @Test
  void aCreationThatNeverEndsFailsAndIsBegunAgain() {
    EvidenceTable creating =
        new EvidenceTable(driver.session, SETTINGS.withCreation(true), Duration.ofMillis(1));
    assertThat(failure(creating.read(9))).isInstanceOf(TimeoutException.class);
    assertThat(failure(creating.read(9))).isInstanceOf(TimeoutException.class);
    assertThat(driver.executed.stream().map(EvidenceTableTest::query))
        .hasSize(2)
        .allMatch(query -> query.startsWith("CREATE"));
  }

  private static String query(Statement<?> statement) {
    return ((SimpleStatement) statement).getQuery();
  }

  @Test
  void aRowLivesForTwelveRoundsInWholeSeconds() {
    assertThat(SETTINGS.timeToLive()).isEqualTo(Duration.ofMinutes(1));
    assertThat(SETTINGS.trusted()).isEqualTo(Duration.ofSeconds(15));
    assertThat(SETTINGS.withEvery(Duration.ofMillis(100)).timeToLive())
        .isEqualTo(Duration.ofSeconds(2));
    for (Duration wrong : List.of(Duration.ofMillis(99), Duration.ofHours(2))) {
      assertThatThrownBy(() -> SETTINGS.withEvery(wrong)).hasMessageContaining("every 100 ms");
    }
  }
}
