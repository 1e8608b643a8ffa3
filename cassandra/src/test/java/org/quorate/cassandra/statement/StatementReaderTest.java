package org.quorate.cassandra.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.statement.StatementShape.Operator;
import org.quorate.cassandra.statement.StatementShape.Relation;

class StatementReaderTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM shop.carts WHERE id = ?",
        "select a, \"B\" from shop.carts where id=:id ;",
        "SELECT a, WRITETIME(a), ttl(b) FROM shop.carts WHERE id = 5 LIMIT 1",
        "SELECT a -- the price\n FROM shop.carts /* carts */ WHERE id = 'x''y where z in (1)'",
        "SELECT a FROM shop.carts WHERE id = ? ORDER BY day DESC LIMIT ?",
        "SELECT a FROM shop.carts WHERE id = 123e4567-e89b-12d3-a456-426614174000",
        "SELECT a FROM shop.carts WHERE id = e23e4567-e89b-12d3-a456-426614174000 LIMIT 1",
        "SELECT a FROM shop.carts WHERE id = -7",
        "SELECT a FROM shop.carts WHERE id = 0xcafe",
        "SELECT a FROM shop.carts WHERE id = $$it's$$",
      })
  void aReadByEqualityIsRecognised(String query) {
    assertThat(StatementReader.read(query))
        .isInstanceOfSatisfying(
            StatementShape.Read.class,
            read -> {
              assertThat(read.target()).isEqualTo(new StatementShape.Target("shop", "carts"));
              assertThat(read.relations()).containsExactly(relation(Operator.EQUAL, "id"));
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM shop.carts",
        "SELECT count(*) FROM shop.carts WHERE id = ?",
        "SELECT max(a) FROM shop.carts WHERE id = ?",
        "SELECT my.fn(a) FROM shop.carts WHERE id = ?",
        "SELECT DISTINCT id FROM shop.carts WHERE id = ?",
        "SELECT JSON * FROM shop.carts WHERE id = ?",
        "SELECT * FROM shop.carts WHERE token(id) > ?",
        "SELECT * FROM shop.carts WHERE token(id) = ?",
        "SELECT * FROM shop.carts WHERE id = ? ALLOW FILTERING",
        "SELECT * FROM shop.carts WHERE id = ? ORDER BY day ALLOW FILTERING",
        "SELECT * FROM shop.carts WHERE id = ? GROUP BY day",
        "SELECT * FROM shop.carts WHERE tags CONTAINS ?",
        "SELECT * FROM shop.carts WHERE id = uuid()",
        "SELECT * FROM shop.carts WHERE id = e23e4567-e89b-12d3-a456-42661417400",
        "SELECT * FROM shop.carts WHERE id = ? OR 1 = 1",
        "SELECT * FROM shop.carts WHERE id = ? AND day != 3",
        "SELECT * FROM shop.carts WHERE id = ? AND day NOT IN (3)",
        "SELECT * FROM shop.carts WHERE id = ? AND day LIKE 'a%'",
        "SELECT * FROM shop.carts WHERE id = ? AND day CONTAINS KEY ?",
        "SELECT * FROM shop.carts WHERE id = ? AND day['a'] = ?",
        "SELECT * FROM shop.carts WHERE id = ? AND day > now()",
        "SELECT * FROM shop.carts WHERE id = ? AND day > ? - 1d",
        "SELECT * FROM shop.carts WHERE id = ? AND day > (int) 3",
        "SELECT * FROM shop.carts WHERE id = ? AND day IN (now())",
        "SELECT * FROM shop.carts WHERE id = ? AND day IN (3, )",
        "SELECT * FROM shop.carts WHERE id = ? AND day IN (3",
        "SELECT * FROM shop.carts WHERE id = ? AND day BETWEEN 3",
        "SELECT * FROM shop.carts WHERE id = ? AND (day, hour) > (3, now())",
        "SELECT * FROM shop.carts WHERE id = ? AND (day, hour) > 3",
        "SELECT * FROM shop.carts WHERE id = ? AND (day = 3)",
        "SELECT * FROM shop.carts WHERE id = ? AND day > 3 ALLOW FILTERING",
        "SELECT * FROM shop.carts WHERE id = ? AND day > 3 GROUP BY day",
        "SELECT * FROM shop.carts WHERE id = ? ORDER BY day ANN OF ? LIMIT 3",
        "SELECT * FROM shop.carts WHERE id = ? PER PARTITION 2",
        "SELECT * FROM shop.carts WHERE id = ? LIMIT",
        "SELECT * FROM shop.carts WHERE id =",
        "SELECT * FROM shop.carts WHERE id = 'never ends",
        "CREATE TABLE IF NOT EXISTS shop.carts (id int PRIMARY KEY)",
        "USE shop",
        "",
        "(",
      })
  void anythingElseIsLeftAlone(String query) {
    assertThat(StatementReader.read(query)).isEqualTo(StatementShape.OTHER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          day > ?                                      | RANGE | day
          day <= -3                                    | RANGE | day
          day >= :since                                | RANGE | day
          day IN ?                                     | IN    | day
          day IN :days                                 | IN    | day
          day IN (1, ?, :third, 'x, (y)')              | IN    | day
          day in ()                                    | IN    | day
          day BETWEEN ? AND 5                          | RANGE | day
          (day, hour) = (?, 3)                         | EQUAL | day hour
          (day, "Hour") > (?, ?)                       | RANGE | day Hour
          (day, hour) >= ?                             | RANGE | day hour
          (day) < (5)                                  | RANGE | day
          (day, hour) IN ((1, 2), (?, ?), ?)           | IN    | day hour
          (day, hour) IN ?                             | IN    | day hour
          (day, hour) IN (?, :b)                       | IN    | day hour
          (day, hour) BETWEEN (1, 2) AND ?             | RANGE | day hour
          """)
  void restrictionsOfClusteringColumnsAreRecognised(
      String relation, Operator operator, String columns) {
    for (String end : List.of("", ";", " LIMIT 3", " PER PARTITION LIMIT ? LIMIT :n")) {
      assertThat(StatementReader.read("SELECT a FROM t WHERE " + relation + " AND id = ?" + end))
          .isInstanceOfSatisfying(
              StatementShape.Read.class,
              read -> {
                assertThat(read.relations())
                    .containsExactly(
                        relation(operator, columns.split(" ")), relation(Operator.EQUAL, "id"));
                assertThat(read.limited()).isEqualTo(end.contains("LIMIT"));
              });
    }
  }

  @ParameterizedTest
  @CsvSource({
    "ORDER BY day, day, false",
    "order by \"Day\" asc limit 3, Day, false",
    "ORDER BY day DESC LIMIT ?, day, true",
  })
  void theOrderIsTold(String order, String column, boolean descending) {
    assertThat(StatementReader.read("SELECT a FROM t WHERE id = 1 " + order))
        .isInstanceOfSatisfying(
            StatementShape.Read.class,
            read ->
                assertThat(read.ordering())
                    .contains(new StatementShape.Ordering(column, descending)));
  }

  @Test
  void ofAnOrderByManyColumnsTheFirstIsTold() {
    assertThat(StatementReader.read("SELECT a FROM t WHERE id = 1 ORDER BY day DESC, hour ASC"))
        .isInstanceOfSatisfying(
            StatementShape.Read.class,
            read -> assertThat(read.ordering()).contains(new StatementShape.Ordering("day", true)));
  }

  private static Relation relation(Operator operator, String... columns) {
    return new Relation(List.of(columns), operator);
  }

  @Test
  void namesAreAsTheServerKeepsThem() {
    assertThat(StatementReader.read("SELECT a FROM Shop.\"Carts\" WHERE \"Id\" = ? AND Day = 1"))
        .isEqualTo(
            new StatementShape.Read(
                new StatementShape.Target("shop", "Carts"),
                List.of(relation(Operator.EQUAL, "Id"), relation(Operator.EQUAL, "day")),
                Optional.empty(),
                false,
                "WHERE \"Id\" = ? AND Day = 1",
                false));
    assertThat(StatementReader.read("SELECT a[?] FROM carts WHERE id = ?"))
        .isEqualTo(
            new StatementShape.Read(
                new StatementShape.Target("", "carts"),
                List.of(relation(Operator.EQUAL, "id")),
                Optional.empty(),
                false,
                "WHERE id = ?",
                true));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO shop.carts (id, a) VALUES (?, ?) IF NOT EXISTS",
        "UPDATE shop.carts USING TTL 5 SET a = ? WHERE id = ? IF a = 3",
        "update shop.carts set a = ? where id = ? if exists",
        "DELETE a FROM shop.carts WHERE id = ? IF EXISTS",
        "BEGIN BATCH UPDATE shop.carts SET a = 1 WHERE id = 2 IF a = 0; APPLY BATCH",
      })
  void aConditionIsSeen(String query) {
    assertThat(StatementReader.read(query))
        .isEqualTo(
            new StatementShape.ConditionalWrite(
                Set.of(new StatementShape.Target("shop", "carts"))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO shop.carts (id, a) VALUES (1, 'if only')",
        "INSERT INTO shop.carts (id, \"if\") VALUES (1, 2)",
        "DELETE a FROM shop.carts WHERE id = 'IF EXISTS'",
        "UPDATE shop.carts SET a = 1 WHERE id = 2 -- IF a = 0",
      })
  void aTextIsNoCondition(String query) {
    assertThat(StatementReader.read(query)).isInstanceOf(StatementShape.Write.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          INSERT INTO shop.carts (id) VALUES (?)                          | PUTS_ROW
          INSERT INTO shop.carts JSON ?                                   | PUTS_ROW
          insert into shop.carts (id) values (?) using timestamp 5        | PUTS_ROW
          INSERT INTO shop.carts (id) VALUES (?) USING TTL 5              | MAY_REMOVE_ROWS
          UPDATE shop.carts SET a = ? WHERE id = ?                        | KEEPS_ROWS
          UPDATE shop.carts USING TIMESTAMP 3 AND TTL ? SET a = ?         | MAY_REMOVE_ROWS
          DELETE FROM shop.carts WHERE id = ? AND day > 3                 | MAY_REMOVE_ROWS
          BEGIN BATCH INSERT INTO shop.carts (id) VALUES (1); APPLY BATCH | MAY_REMOVE_ROWS
          TRUNCATE shop.carts                                             | MAY_REMOVE_ROWS
          truncate table shop.carts;                                      | MAY_REMOVE_ROWS
          """)
  void aWriteIsSeenWithWhatItLeavesOfItsRows(String query, StatementShape.Effect effect) {
    assertThat(StatementReader.read(query))
        .isEqualTo(
            new StatementShape.Write(Set.of(new StatementShape.Target("shop", "carts")), effect));
  }

  @Test
  void ofATextThatIsABatchEveryTableIsWritten() {
    assertThat(
            StatementReader.read(
                "BEGIN UNLOGGED BATCH INSERT INTO a (id) VALUES (1); UPDATE k.b SET v = 1 WHERE id"
                    + " = 2; DELETE FROM c WHERE id = 3 APPLY BATCH"))
        .isEqualTo(
            new StatementShape.Write(
                Set.of(
                    new StatementShape.Target("", "a"),
                    new StatementShape.Target("k", "b"),
                    new StatementShape.Target("", "c")),
                StatementShape.Effect.MAY_REMOVE_ROWS));
  }
}
