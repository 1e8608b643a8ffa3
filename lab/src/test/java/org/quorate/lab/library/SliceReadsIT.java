package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.type.DataTypes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;
import org.quorate.lab.testing.SchemaChanges;

/**
 * Reads of several rows of one partition on real servers: which of them get the table's level, and
 * what pairs of them find.
 *
 * <p>Replicas are made to differ without any fault: while a keyspace has one replica, only that one
 * gets what is written, and the others, back again, are behind. The table has no read repair, so
 * they stay so.
 */
class SliceReadsIT extends AdaptiveSessionFixture {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int ENOUGH_PAIRS = 30;
  private static final TableName EVENTS = new TableName("adaptive_it", "events");
  private static final TableName TICKS = new TableName("slices_it", "ticks");
  private static final String CHANGING_ROW = "SELECT v FROM slices_it.changing WHERE id = ?";

  @BeforeAll
  static void createTables() {
    change(
        "CREATE TABLE IF NOT EXISTS adaptive_it.events (id int, day int, n int, v text, tag text,"
            + " owner text static, PRIMARY KEY (id, day, n))"
            + " WITH CLUSTERING ORDER BY (day DESC, n ASC)",
        "CREATE INDEX IF NOT EXISTS events_tag ON adaptive_it.events (tag)",
        "CREATE INDEX IF NOT EXISTS events_n ON adaptive_it.events (n)");
    changeOwn(
        replicas("CREATE", 3),
        "CREATE TABLE slices_it.ticks (sensor int, ts int, v text, tags set<text>, owner text"
            + " static, PRIMARY KEY (sensor, ts))"
            + " WITH CLUSTERING ORDER BY (ts DESC) AND read_repair = 'NONE'");
    for (int sensor = 1; sensor <= 6; sensor++) {
      for (int ts = 1; ts <= (sensor == 6 ? 120 : 10); ts++) {
        tick(
            "INSERT INTO %s (sensor, ts, v, tags, owner) VALUES (?, ?, 'a', {'b'}, 'c')",
            sensor, ts);
      }
    }
    changeOwn(replicas("ALTER", 1));
    tick("INSERT INTO %s (sensor, ts, v) VALUES (?, ?, 'new')", 1, 11);
    tick("UPDATE %s SET v = 'other' WHERE sensor = ? AND ts = ?", 2, 5);
    tick("DELETE FROM %s WHERE sensor = ? AND ts = ?", 3, 10);
    tick("UPDATE %s SET owner = 'other' WHERE sensor = ?", 5);
    changeOwn(replicas("ALTER", 3));
    awaitIndexes(
        "SELECT v FROM adaptive_it.events WHERE tag = 'a'",
        "SELECT v FROM adaptive_it.events WHERE n = 3");
  }

  private static String replicas(String verb, int count) {
    return verb
        + " KEYSPACE slices_it WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': "
        + count
        + "}";
  }

  private static void changeOwn(String... statements) {
    SchemaChanges.make(plain, TICKS.keyspace(), statements);
  }

  private static void tick(String cql, Object... values) {
    write(SimpleStatement.newInstance(cql.formatted("slices_it.ticks"), values));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "day > 2",
        "day >= 2 AND day < 5 LIMIT 3",
        "day = 2 AND n <= 3 ORDER BY day ASC",
        "day = 2 AND n > 3 AND n < 7 PER PARTITION LIMIT 2 LIMIT 1",
        "day IN (2, 3)",
        "day IN (2, 3) AND n > 3",
        "day IN (2, 3) AND n IN (1, 2)",
        "n IN (1, 2) AND day = 4",
        "(day, n) = (2, 3)",
        "(day, n) > (2, 3)",
        "(day, n) >= (2, 3) AND (day) < (5)",
        "day = 3 AND (n) > (2)",
        "(day, n) IN ((2, 3), (4, 5))",
        "(day, n) IN ()",
      })
  void aSliceOfOnePartitionGetsTheTablesLevel(String restriction) {
    AdaptiveSession session = pinned();
    String query = "SELECT v, owner FROM adaptive_it.events WHERE id = 1 AND " + restriction;
    assertThat(traced(session, SimpleStatement.newInstance(query))).isEqualTo("QUORUM");
    assertThat(traced(session, session.prepare(query).bind())).isEqualTo("QUORUM");
  }

  @Test
  void aSliceByMarkersGetsTheTablesLevel() {
    AdaptiveSession session = pinned();
    var pair = DataTypes.tupleOf(DataTypes.INT, DataTypes.INT).newValue(2, 3);
    for (BoundStatement read :
        List.of(
            session.prepare(events("day > ? LIMIT ?")).bind(1, 2, 3),
            session.prepare(events("day IN ? AND n > :n")).bind(1, List.of(2, 3), 3),
            session.prepare(events("day IN (?, ?)")).bind(1, 2, 3),
            session.prepare(events("(day, n) > (?, ?)")).bind(1, 2, 3),
            session.prepare(events("(day, n) > ?")).bind(1, pair),
            session.prepare(events("(day, n) IN ?")).bind(1, List.of(pair)),
            session.prepare(events("(day, n) IN (?, ?)")).bind(1, pair, pair))) {
      assertThat(traced(session, read))
          .as(read.getPreparedStatement().getQuery())
          .isEqualTo("QUORUM");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "id IN (1)",
        "id IN (1, 2) AND day > 3",
        "id = 1 AND n = 3",
        "id = 1 AND day > 2 AND n = 3 ALLOW FILTERING",
        "id = 1 AND day = 2 AND tag = 'a'",
        "id = 1 AND tag = 'a'",
        "id = 1 AND day > 2 AND n > 3 ALLOW FILTERING",
        "id = 1 AND v = 'a' ALLOW FILTERING",
        "id = 1 AND day > 2 ALLOW FILTERING",
        "id = 1 AND day > 2 GROUP BY day",
        "token(id) = 3",
        "id = 1 AND day > abs(2)",
      })
  void whatLeavesItsPartitionOrNeedsAnIndexOrAFilterIsLeftAlone(String restriction) {
    AdaptiveSession session = pinned();
    String query = "SELECT v FROM adaptive_it.events WHERE " + restriction;
    assertThat(traced(session, SimpleStatement.newInstance(query))).isEqualTo("ONE");
    assertThat(traced(session, session.prepare(query).bind())).isEqualTo("ONE");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sensor = 1 AND ts > 5",
        "sensor = 1 AND ts > 5 LIMIT 1",
        "sensor = 1 LIMIT 3",
        "sensor = 1 AND ts IN (3, 11)",
        "sensor = 2",
        "sensor = 2 AND ts <= 5 AND ts > 3 ORDER BY ts ASC",
        "sensor = 2 AND ts >= 1 ORDER BY ts ASC LIMIT 5",
        "sensor = 5 AND ts > 3",
      })
  void aSliceWhoseNewestWriteAReplicaLacksIsStale(String restriction) {
    PairResult result = paired(ticks(restriction), found -> found.stale() > 0);
    assertThat(result.undecided() + result.underWay() + result.newer()).isZero();
    assertThat(result.tooLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sensor = 4",
        "sensor = 1 AND ts <= 10",
        "sensor = 1 ORDER BY ts ASC LIMIT 10",
        "sensor = 2 AND ts > 5",
        "sensor = 3 AND ts IN (1, 9)",
      })
  void aSliceThatAllReplicasHaveIsNeverStale(String restriction) {
    PairResult result = paired(ticks(restriction), found -> true);
    assertThat(result.stale() + result.undecided() + result.underWay() + result.newer()).isZero();
    assertThat(result.tooLong()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sensor = 3", "sensor = 3 AND ts > 1 LIMIT 3", "sensor = 3 LIMIT 1"})
  void aRowThatWasDeletedElsewhereIsUndecided(String restriction) {
    PairResult result = paired(ticks(restriction), found -> found.undecided() > 0);
    assertThat(result.stale() + result.underWay() + result.newer()).isZero();
  }

  @Test
  void aSliceOfMoreThanAHundredRowsIsNotComparedUnlessItsPagesAreShorter() {
    AdaptiveSession session = observing();
    BoundStatement read = session.prepare(ticks("sensor = 6")).bind();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              session.execute(read);
              return session.pairs().result(TICKS).filter(r -> r.tooLong() > 3).isPresent();
            });
    assertThat(session.pairs().result(TICKS).orElseThrow().pairs()).isZero();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              session.execute(read.setPageSize(20));
              return session.pairs().result(TICKS).filter(r -> r.pairs() > 3).isPresent();
            });
    assertThat(session.pairs().result(TICKS).orElseThrow().stale()).isZero();
  }

  /** Pairs go on through all of it, and none calls stale what nobody has overwritten. */
  @Test
  void aTableThatIsAlteredTruncatedAndExpiresBesidePairsShowsNothingStale() {
    changeOwn(
        "CREATE TABLE slices_it.changing (id int PRIMARY KEY, v text, w text)"
            + " WITH read_repair = 'NONE'");
    AdaptiveSession session = observingChanges();
    BoundStatement read = session.prepare(CHANGING_ROW).bind(1);
    write("INSERT INTO slices_it.changing (id, v, w) VALUES (1, 'a', 'b')");
    morePairs(session, read);
    changeOwn("ALTER TABLE slices_it.changing ADD x text");
    morePairs(session, read);
    changeOwn("ALTER TABLE slices_it.changing DROP w");
    assertThat(morePairs(session, read).stale()).isZero();
    plain.execute("TRUNCATE slices_it.changing");
    morePairs(session, read);
    // A pair that is under way meanwhile may find the row at one replica alone, and end whenever.
    AdaptiveSession since = observingChanges();
    BoundStatement readSince = since.prepare(CHANGING_ROW).bind(1);
    // Again where the machine stood still for as long as the row lives.
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              write("INSERT INTO slices_it.changing (id, v) VALUES (1, 'c') USING TTL 5");
              return plain.execute("SELECT v FROM slices_it.changing WHERE id = 1").one() != null;
            });
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              morePairs(since, readSince);
              return since.execute(readSince).one() == null;
            });
    PairResult result = morePairs(since, readSince);
    assertThat(result.stale() + result.underWay() + result.newer()).isZero();
  }

  private AdaptiveSession observingChanges() {
    return adaptive(
        adapting(TableSettings.of("slices_it.changing", 0, Level.ONE))
            .mode(Mode.OBSERVE)
            .sampleShare(1));
  }

  private static void write(String cql) {
    write(SimpleStatement.newInstance(cql));
  }

  /** So many more pairs that succeed. */
  private static PairResult morePairs(AdaptiveSession session, BoundStatement read) {
    long enough = changing(session).map(PairResult::pairs).orElse(0L) + ENOUGH_PAIRS;
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              session.execute(read);
              return changing(session).filter(found -> found.pairs() >= enough).isPresent();
            });
    return changing(session).orElseThrow();
  }

  private static Optional<PairResult> changing(AdaptiveSession session) {
    return session.pairs().result(new TableName("slices_it", "changing"));
  }

  private static String events(String restriction) {
    return "SELECT v FROM adaptive_it.events WHERE id = ? AND " + restriction;
  }

  private static String ticks(String restriction) {
    return "SELECT v FROM slices_it.ticks WHERE " + restriction;
  }

  private AdaptiveSession pinned() {
    AdaptiveSession session =
        adaptive(adapting(TableSettings.of("adaptive_it.events", 1, Level.ONE)));
    session.levels().pin(EVENTS, Level.QUORUM);
    return session;
  }

  private AdaptiveSession observing() {
    return adaptive(
        adapting(TableSettings.of("slices_it.ticks", 0, Level.ONE))
            .mode(Mode.OBSERVE)
            .sampleShare(1));
  }

  /**
   * What pairs of a read have found, when there are enough of them and they show what they must.
   * Each coordinator reads its own copy at ONE, and the driver asks one after the other, so of
   * three pairs in a row two look at a copy that lacks something.
   *
   * <p>One that fails, as while a server stands still for longer than reads may take, is not among
   * them; were it many that do, no more would be sent, and there would not be enough.
   */
  private PairResult paired(String query, Predicate<PairResult> shown) {
    AdaptiveSession session = observing();
    BoundStatement read = session.prepare(query).bind();
    Awaitility.await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(5))
        .until(
            () -> {
              session.execute(read);
              return session
                  .pairs()
                  .result(TICKS)
                  .filter(found -> found.pairs() >= ENOUGH_PAIRS && shown.test(found))
                  .isPresent();
            });
    return session.pairs().result(TICKS).orElseThrow();
  }
}
