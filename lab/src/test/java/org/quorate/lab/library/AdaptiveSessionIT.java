package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/** At which level requests go out on real servers, which tell it by their traces. */
class AdaptiveSessionIT extends AdaptiveSessionFixture {
  @BeforeAll
  static void createTables() {
    change(
        "CREATE TABLE IF NOT EXISTS adaptive_it.pages"
            + " (id int, n int, v text, PRIMARY KEY (id, n))",
        "CREATE TABLE IF NOT EXISTS adaptive_it.locks (id int PRIMARY KEY, v text)",
        "CREATE TABLE IF NOT EXISTS adaptive_it.hits (id int PRIMARY KEY, n counter)",
        "CREATE INDEX IF NOT EXISTS pages_v ON adaptive_it.pages (v)");
    for (int i = 0; i < 20; i++) {
      write(
          SimpleStatement.newInstance(
              "INSERT INTO adaptive_it.pages (id, n, v) VALUES (1, ?, 'a')", i));
    }
    awaitIndexes("SELECT v FROM adaptive_it.pages WHERE v = 'a'");
  }

  @Test
  void aPreparedReadGoesOutAtTheTablesLevelWithoutBeingPreparedAnew() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    PreparedStatement read = session.prepare(READ);
    for (Level level : List.of(Level.QUORUM, Level.ONE, Level.ALL, Level.TWO)) {
      session.levels().pin(CARTS, level);
      assertThat(traced(session, read.bind(1))).isEqualTo(level.name());
      assertThat(traced(session, read.boundStatementBuilder(1).build())).isEqualTo(level.name());
    }
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.SWITCHED)
        .extracting(LevelEvent::reason)
        .contains("The level is pinned to QUORUM.");
  }

  @Test
  void aStatementThatTheApplicationKeepsFollowsTheLevelToo() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    BoundStatement kept = session.prepare(READ).bind(1);
    session.levels().pin(CARTS, Level.ONE);
    assertThat(traced(session, kept)).isEqualTo("ONE");
    session.levels().pin(CARTS, Level.ALL);
    assertThat(traced(session, kept)).isEqualTo("ALL");
  }

  @Test
  void aSimpleReadIsCopiedWithTheLevel() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    SimpleStatement read = SimpleStatement.newInstance(READ, 1);
    assertThat(traced(session, read)).isEqualTo("QUORUM");
    assertThat(read.getConsistencyLevel()).isNull();
  }

  @Test
  void whatATrackerReadsWhenTheRequestHasEndedIsWhatWasSent() throws Exception {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    PreparedStatement read = session.prepare(READ);
    for (Statement<?> statement :
        List.of(read.bind(1), SimpleStatement.newInstance(READ, 1), read.bind(2))) {
      session.levels().pin(CARTS, Level.QUORUM);
      CompletionStage<AsyncResultSet> travelling = session.executeAsync(statement.setTracing(true));
      session.levels().pin(CARTS, Level.ALL);
      ExecutionInfo ended =
          travelling.toCompletableFuture().get(60, TimeUnit.SECONDS).getExecutionInfo();
      assertThat(((Statement<?>) ended.getRequest()).getConsistencyLevel().name())
          .isEqualTo("QUORUM")
          .isEqualTo(traced(ended));
    }
  }

  @Test
  void aLevelOfTheApplicationsOwnWins() {
    AdaptiveSession session = adaptive(adapting(carts(1)));
    session.levels().pin(CARTS, Level.QUORUM);
    PreparedStatement read = session.prepare(READ);
    assertThat(traced(session, read.bind(1).setConsistencyLevel(DefaultConsistencyLevel.TWO)))
        .isEqualTo("TWO");
    assertThat(traced(session, read.bind(1).setExecutionProfileName("strong"))).isEqualTo("THREE");
    assertThat(traced(session, read.bind(1).setExecutionProfileName("patient")))
        .isEqualTo("QUORUM");
    PreparedStatement own =
        session.prepare(
            SimpleStatement.newInstance(READ).setConsistencyLevel(DefaultConsistencyLevel.ALL));
    assertThat(traced(session, own.bind(1))).isEqualTo("ALL");
    assertThat(
            traced(session, SimpleStatement.newInstance(READ, 1).setExecutionProfileName("strong")))
        .isEqualTo("THREE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM adaptive_it.carts WHERE id IN (1, 2)",
        "SELECT v FROM adaptive_it.carts",
        "SELECT count(*) FROM adaptive_it.carts WHERE id = 1",
        "SELECT v FROM adaptive_it.carts WHERE token(id) > 0",
        "SELECT v FROM adaptive_it.pages WHERE v = 'a'",
        "SELECT v FROM adaptive_it.pages WHERE id = 1 AND v = 'a' ALLOW FILTERING",
        "SELECT v FROM adaptive_it.locks WHERE id = 1",
        "INSERT INTO adaptive_it.carts (id, v) VALUES (100, 'b')",
      })
  void whatIsNotAReadOfOnePartitionOfAnOptedInTableIsLeftAlone(String query) {
    AdaptiveSession session =
        adaptive(adapting(carts(1), TableSettings.of("adaptive_it.pages", 1, Level.ONE)));
    session.levels().pin(CARTS, Level.QUORUM);
    session.levels().pin(new TableName("adaptive_it", "pages"), Level.QUORUM);
    assertThat(traced(session, SimpleStatement.newInstance(query))).isEqualTo("ONE");
    assertThat(traced(session, session.prepare(query).bind())).isEqualTo("ONE");
  }

  @Test
  void aTableWithConditionalWritesIsLeftAloneFromTheFirstOfThem() {
    TableName locks = new TableName("adaptive_it", "locks");
    AdaptiveSession session = atSafeLevel(locks);
    PreparedStatement read = session.prepare("SELECT v FROM adaptive_it.locks WHERE id = ?");
    awaitSafeLevel(session, locks);
    assertThat(traced(session, read.bind(1))).isEqualTo("ALL");
    session.execute(
        BatchStatement.newInstance(BatchType.UNLOGGED)
            .add(
                SimpleStatement.newInstance(
                    "INSERT INTO adaptive_it.locks (id, v) VALUES (1, 'a') IF NOT EXISTS")));
    assertThat(traced(session, read.bind(1))).isEqualTo("ONE");
    assertThat(leftAlone(session, locks)).contains("conditional writes");
  }

  @Test
  void aTableWithCountersIsLeftAlone() {
    TableName hits = new TableName("adaptive_it", "hits");
    AdaptiveSession session = atSafeLevel(hits);
    String read = "SELECT n FROM adaptive_it.hits WHERE id = ?";
    Awaitility.await().until(() -> leftAlone(session, hits).contains("has counters"));
    assertThat(traced(session, session.prepare(read).bind(1))).isEqualTo("ONE");
    assertThat(traced(session, SimpleStatement.newInstance(read, 1))).isEqualTo("ONE");
  }

  @Test
  void aMaterialisedViewIsLeftAloneAndTheTableThatHasItIsNot() {
    TableName viewed = new TableName("adaptive_it", "viewed");
    TableName view = new TableName("adaptive_it", "viewed_by_v");
    change(
        "CREATE TABLE IF NOT EXISTS adaptive_it.viewed (id int PRIMARY KEY, v text)",
        "CREATE MATERIALIZED VIEW IF NOT EXISTS adaptive_it.viewed_by_v AS"
            + " SELECT id, v FROM adaptive_it.viewed WHERE v IS NOT NULL AND id IS NOT NULL"
            + " PRIMARY KEY (v, id)");
    AdaptiveSession session = atSafeLevel(viewed, view);
    awaitSafeLevel(session, viewed);
    Awaitility.await().until(() -> leftAlone(session, view).contains("it is a materialised view"));
    for (boolean ofView : List.of(true, false)) {
      String read =
          ofView
              ? "SELECT id FROM adaptive_it.viewed_by_v WHERE v = 'a'"
              : "SELECT v FROM adaptive_it.viewed WHERE id = 1";
      String level = ofView ? "ONE" : "ALL";
      assertThat(traced(session, session.prepare(read).bind())).as(read).isEqualTo(level);
      assertThat(traced(session, SimpleStatement.newInstance(read))).as(read).isEqualTo(level);
    }
  }

  @Test
  void aTableThatIsDroppedAndMadeAgainWithAnotherKeyIsMindedAgain() {
    TableName again = new TableName("adaptive_it", "again");
    change("CREATE TABLE adaptive_it.again (id int, n int, v text, PRIMARY KEY (id, n))");
    AdaptiveSession session = atSafeLevel(again);
    String query = "SELECT v FROM adaptive_it.again WHERE id = ? AND n = ?";
    PreparedStatement read = session.prepare(query);
    awaitSafeLevel(session, again);
    assertThat(traced(session, read.bind(1, 2))).isEqualTo("ALL");
    change("DROP TABLE adaptive_it.again");
    Awaitility.await().until(() -> leftAlone(session, again).contains("has no table"));
    change("CREATE TABLE adaptive_it.again (id int, n int, v text, PRIMARY KEY ((id, n)))");
    write(
        SimpleStatement.newInstance("INSERT INTO adaptive_it.again (id, n, v) VALUES (1, 2, 'b')"));
    Awaitility.await().until(() -> leftAlone(session, again).isEmpty());
    awaitSafeLevel(session, again);
    for (Statement<?> each : List.of(read.bind(1, 2), SimpleStatement.newInstance(query, 1, 2))) {
      assertThat(traced(session, each)).isEqualTo("ALL");
      assertThat(session.execute(each)).extracting(row -> row.getString(0)).containsExactly("b");
    }
  }

  /** Of whose traffic nothing is ever known, so that reads that it minds are at ALL. */
  private AdaptiveSession atSafeLevel(TableName... tables) {
    return adaptive(
        adapting(
                Stream.of(tables)
                    .map(table -> TableSettings.of(table, 0, Level.ONE).withSafeLevel(Level.ALL))
                    .toArray(TableSettings[]::new))
            .counters(any -> List.of(new SilentSource())));
  }

  private static void awaitSafeLevel(AdaptiveSession session, TableName table) {
    Awaitility.await()
        .until(() -> session.levels().level(table).orElseThrow().current() == Level.ALL);
  }

  private static String leftAlone(AdaptiveSession session, TableName table) {
    return session.levels().status(table).orElseThrow().leftAlone().orElse("");
  }

  @Test
  void allPagesOfAResultGoOutAtOneLevel() throws Exception {
    TableName pages = new TableName("adaptive_it", "pages");
    AdaptiveSession session =
        adaptive(adapting(TableSettings.of("adaptive_it.pages", 1, Level.ONE)));
    session.levels().pin(pages, Level.QUORUM);
    PreparedStatement read = session.prepare("SELECT v FROM adaptive_it.pages WHERE id = ?");
    AsyncResultSet page =
        session
            .executeAsync(read.bind(1).setPageSize(5).setTracing(true))
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
    for (Level changed : List.of(Level.ONE, Level.ALL)) {
      session.levels().pin(pages, changed);
      page = page.fetchNextPage().toCompletableFuture().get(60, TimeUnit.SECONDS);
      assertThat(traced(page.getExecutionInfo())).isEqualTo("QUORUM");
    }
    assertThat(traced(session, read.bind(1))).isEqualTo("ALL");
  }

  /** Never answers, so that nothing is ever known. */
  private static final class SilentSource implements CounterSource {
    @Override
    public String name() {
      return "silent";
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      return CompletableFuture.failedFuture(new IllegalStateException("silent"));
    }

    @Override
    public void close() {}
  }
}
