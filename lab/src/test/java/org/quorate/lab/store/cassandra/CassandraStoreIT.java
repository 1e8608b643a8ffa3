package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.quorate.core.history.Outcome;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.workload.KeyNames;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.testing.Answer;
import org.quorate.lab.testing.SharedCluster;
import org.quorate.load.store.Completion;
import org.quorate.load.store.Store;

@ExtendWith(SharedCluster.class)
@ResourceLock(SharedCluster.LOCK)
class CassandraStoreIT {
  private static final TableLayout LAYOUT =
      new TableLayout("store_it", "usertable", List.of("field0", "field1"));
  private static final Answer.Result OK =
      new Answer.Result(Outcome.OK, Completion.NO_VERSION, null);
  private static final KeyNames NAMES = new KeyNames(true, 1);

  private static CassandraConnection connection;
  private static Store store;

  @BeforeAll
  static void connect(RunningCluster cluster) throws Exception {
    connection = CassandraConnection.open(ConnectionSettings.of(cluster.contactPoints()));
    CassandraSchema schema = connection.schema();
    schema.createKeyspace(
        LAYOUT,
        new Replication(cluster.spec().replicasByDataCenter()),
        CassandraSchema.OnDifference.REFUSE,
        message -> {});
    schema.createTable(LAYOUT, Map.of(), message -> {});
    store = connection.openStore(LAYOUT, NAMES::bytes);
  }

  @AfterAll
  static void disconnect() {
    if (connection != null) {
      connection.close();
    }
  }

  @ParameterizedTest
  @EnumSource
  void everyLevelReadsAndWrites(Level level) throws Exception {
    long key = NAMES.key(level.name().hashCode());
    assertThat(write(key, 1000, level, "a", "b")).isEqualTo(OK);
    // A write at ONE may not have reached the replica that a read at ONE asks.
    assertThat(read(key, Level.ALL)).isEqualTo(new Answer.Result(Outcome.OK, 1000, null));
    assertThat(read(key, level).outcome()).isEqualTo(Outcome.OK);
  }

  @Test
  void theVersionIsTheTimestampOfEveryFieldOfItsMutation() throws Exception {
    write(1, 5_000_001, Level.ALL, "a", "b");
    writeField(1, 1, 5_000_002, "c");
    Row row =
        session()
            .execute(
                "SELECT version, writetime(version), writetime(field0), writetime(field1), field0,"
                    + " field1 FROM store_it.usertable WHERE y_id = 'user1'")
            .one();
    assertThat(row).isNotNull();
    assertThat(row.getLong(0)).isEqualTo(5_000_002);
    assertThat(row.getLong(1)).isEqualTo(5_000_002);
    assertThat(row.getLong(2)).isEqualTo(5_000_001);
    assertThat(row.getLong(3)).isEqualTo(5_000_002);
    assertThat(row.getString(4)).isEqualTo("a");
    assertThat(row.getString(5)).isEqualTo("c");
    assertThat(read(1, 0, Level.ALL).version()).as("one field alone").isEqualTo(5_000_002);
  }

  @Test
  void anOlderVersionDoesNotReplaceANewerOne() throws Exception {
    write(2, 2000, Level.ALL, "new", "new");
    write(2, 1999, Level.ALL, "old", "old");
    assertThat(read(2, Level.ALL).version()).isEqualTo(2000);
  }

  @Test
  void aRowThatIsNotThereHasNoVersion() throws Exception {
    assertThat(read(3, Level.ALL)).isEqualTo(OK);
  }

  @Test
  void aRowThatAnotherProgramWroteIsOlderThanEveryVersionButIsThere() throws Exception {
    session()
        .execute(
            "INSERT INTO store_it.usertable (y_id, field0, field1) VALUES ('user4', 'a', 'b')");
    assertThat(read(4, Level.ALL))
        .isEqualTo(new Answer.Result(Outcome.OK, TableLayout.UNVERSIONED, null));
  }

  @Test
  void keysAreNamedAsYcsbNamesThem() throws Exception {
    long key = NAMES.key(0);
    write(key, 1, Level.ALL, "a", "b");
    assertThat(
            session()
                .execute("SELECT * FROM store_it.usertable WHERE y_id = 'user6284781860667377211'")
                .one())
        .isNotNull();
  }

  @Test
  void aScanEndsWhetherThereAreAsManyRowsOrNot() throws Exception {
    write(5, 1, Level.ALL, "a", "b");
    for (int length : new int[] {1, 100, 6000}) {
      Answer answer = new Answer();
      store.scan(5, length, Store.ALL_FIELDS, Level.QUORUM, answer);
      assertThat(answer.await()).isEqualTo(OK);
      answer = new Answer();
      store.scan(5, length, 1, Level.ONE, answer);
      assertThat(answer.await()).isEqualTo(OK);
    }
  }

  @Test
  void aLevelThatTheReplicationCannotSatisfyIsUnavailableAndWritesNothing() throws Exception {
    TableLayout one = new TableLayout("store_it_one", "usertable", List.of("field0"));
    connection
        .schema()
        .createKeyspace(
            one,
            new Replication(Map.of("dc1", 1)),
            CassandraSchema.OnDifference.REFUSE,
            message -> {});
    connection.schema().createTable(one, Map.of(), message -> {});
    Store single = connection.openStore(one, NAMES::bytes);
    Answer answer = new Answer();
    single.write(1, Store.ALL_FIELDS, new byte[][] {bytes("a")}, 1, Level.TWO, answer);
    assertThat(answer.await())
        .isEqualTo(new Answer.Result(Outcome.ERROR, Completion.NO_VERSION, "Unavailable"));
    answer = new Answer();
    single.read(1, Store.ALL_FIELDS, Level.TWO, answer);
    assertThat(answer.await().error()).isEqualTo("Unavailable");
    answer = new Answer();
    single.read(1, Store.ALL_FIELDS, Level.ALL, answer);
    assertThat(answer.await()).isEqualTo(OK);
  }

  @Test
  void aStockYcsbTableGetsTheVersionsColumnAndKeepsItsRows() throws Exception {
    session()
        .execute(
            "CREATE TABLE store_it.stock (y_id varchar PRIMARY KEY, field0 varchar, field1"
                + " varchar)");
    session().execute("INSERT INTO store_it.stock (y_id, field0) VALUES ('user7', 'a')");
    TableLayout stock = new TableLayout("store_it", "stock", LAYOUT.fields());
    assertThatThrownBy(() -> connection.openStore(stock, NAMES::bytes))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("store_it.stock has no column version");
    List<String> messages = new ArrayList<>();
    connection.schema().createTable(stock, Map.of(), messages::add);
    assertThat(messages).singleElement().asString().contains("store_it.stock got a column version");
    Answer answer = new Answer();
    connection.openStore(stock, NAMES::bytes).read(7, Store.ALL_FIELDS, Level.ALL, answer);
    assertThat(answer.await().version()).isEqualTo(TableLayout.UNVERSIONED);
  }

  @Test
  void whatIsMissingInATableIsNamed() {
    assertThatThrownBy(
            () ->
                connection.openStore(
                    new TableLayout("store_it", "nothing", List.of("field0")), NAMES::bytes))
        .hasMessageContaining("no table store_it.nothing");
    assertThatThrownBy(
            () ->
                connection.openStore(
                    new TableLayout("store_it", "usertable", List.of("field0", "field9")),
                    NAMES::bytes))
        .hasMessageContaining("store_it.usertable has no column field9");
  }

  @Test
  void anotherReplicationIsRefusedOrChangedAsAsked() throws Exception {
    TableLayout other = new TableLayout("store_it_two", "usertable", List.of("field0"));
    CassandraSchema schema = connection.schema();
    Replication two = new Replication(Map.of("dc1", 2));
    schema.createKeyspace(other, two, CassandraSchema.OnDifference.REFUSE, message -> {});
    schema.createKeyspace(other, two, CassandraSchema.OnDifference.REFUSE, message -> {});
    Replication three = new Replication(Map.of("dc1", 3));
    assertThatThrownBy(
            () ->
                schema.createKeyspace(
                    other, three, CassandraSchema.OnDifference.REFUSE, message -> {}))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("dc1:3 is asked for");
    List<String> messages = new ArrayList<>();
    schema.createKeyspace(other, three, CassandraSchema.OnDifference.ALTER, messages::add);
    assertThat(messages).singleElement().asString().contains("to dc1:3");
    assertThat(schema.replication("store_it_two")).isEqualTo(three);
    assertThatThrownBy(
            () ->
                schema.createKeyspace(
                    other,
                    new Replication(Map.of("dc9", 1)),
                    CassandraSchema.OnDifference.ALTER,
                    message -> {}))
        .hasMessageContaining("no data centre named dc9");
  }

  @Test
  void requestsBeyondWhatConnectionsCarryAreRefusedAtOnceAndNoneIsLost(RunningCluster cluster)
      throws Exception {
    ConnectionSettings narrow =
        ConnectionSettings.of(cluster.contactPoints()).withConnections(1, 32);
    try (CassandraConnection few = CassandraConnection.open(narrow)) {
      Store crowded = few.openStore(LAYOUT, NAMES::bytes);
      List<Answer> answers = new ArrayList<>();
      AtomicInteger refused = new AtomicInteger();
      // On a busy machine servers may for a while keep up with whoever sends.
      for (int i = 0; i < 500 || (refused.get() == 0 && i < 50_000); i++) {
        Answer answer = new Answer();
        answers.add(answer);
        Completion counting =
            (outcome, version, error) -> {
              if ("TooManyInFlight".equals(error)) {
                refused.incrementAndGet();
              }
              answer.completed(outcome, version, error);
            };
        crowded.write(
            1000 + i,
            Store.ALL_FIELDS,
            new byte[][] {bytes("a"), bytes("b")},
            1,
            Level.ALL,
            counting);
      }
      for (Answer answer : answers) {
        assertThat(answer.await())
            .isIn(OK, new Answer.Result(Outcome.ERROR, Completion.NO_VERSION, "TooManyInFlight"));
      }
      assertThat(refused).hasPositiveValue();
      assertThat(answers.stream().filter(answer -> succeeded(answer)).count())
          .isBetween(96L, answers.size() - 1L);
    }
  }

  @Test
  void aClosedConnectionSaysSo(RunningCluster cluster) throws Exception {
    CassandraConnection closed =
        CassandraConnection.open(ConnectionSettings.of(cluster.contactPoints()));
    Store gone = closed.openStore(LAYOUT, NAMES::bytes);
    closed.close();
    Answer answer = new Answer();
    gone.write(1, Store.ALL_FIELDS, new byte[][] {bytes("a"), bytes("b")}, 1, Level.ONE, answer);
    assertThat(answer.await().outcome()).isEqualTo(Outcome.ERROR);
    assertThat(answer.await().error()).isIn("Closed", "NoNodeAvailable");
  }

  @Test
  void anUnknownDataCentreIsNamed(RunningCluster cluster) {
    assertThatThrownBy(
            () ->
                CassandraConnection.open(
                    ConnectionSettings.of(cluster.contactPoints()).withLocalDataCenter("east")))
        .isInstanceOf(StoreException.class)
        .hasMessage("The cluster has no data centre named east; it has dc1.");
  }

  private static boolean succeeded(Answer answer) {
    try {
      return answer.await().outcome() == Outcome.OK;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static CqlSession session() {
    return connection.session();
  }

  private static Answer.Result write(
      long key, long version, Level level, String first, String second) throws Exception {
    Answer answer = new Answer();
    store.write(
        key, Store.ALL_FIELDS, new byte[][] {bytes(first), bytes(second)}, version, level, answer);
    return answer.await();
  }

  private static void writeField(long key, int field, long version, String value) throws Exception {
    Answer answer = new Answer();
    store.write(key, field, new byte[][] {bytes(value)}, version, Level.ALL, answer);
    assertThat(answer.await()).isEqualTo(OK);
  }

  private static Answer.Result read(long key, Level level) throws Exception {
    return read(key, Store.ALL_FIELDS, level);
  }

  private static Answer.Result read(long key, int field, Level level) throws Exception {
    Answer answer = new Answer();
    store.read(key, field, level, answer);
    return answer.await();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
