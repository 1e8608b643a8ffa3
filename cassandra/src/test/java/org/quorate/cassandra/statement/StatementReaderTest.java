package org.quorate.cassandra.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
              assertThat(read.columns()).containsExactly("id");
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
        "SELECT * FROM shop.carts WHERE id IN (1, 2)",
        "SELECT * FROM shop.carts WHERE id IN ?",
        "SELECT * FROM shop.carts WHERE token(id) > ?",
        "SELECT * FROM shop.carts WHERE token(id) = ?",
        "SELECT * FROM shop.carts WHERE id = ? AND day > ?",
        "SELECT * FROM shop.carts WHERE id = ? AND day >= ?",
        "SELECT * FROM shop.carts WHERE id = ? ALLOW FILTERING",
        "SELECT * FROM shop.carts WHERE id = ? ORDER BY day ALLOW FILTERING",
        "SELECT * FROM shop.carts WHERE id = ? GROUP BY day",
        "SELECT * FROM shop.carts WHERE id = ? PER PARTITION LIMIT 2",
        "SELECT * FROM shop.carts WHERE tags CONTAINS ?",
        "SELECT * FROM shop.carts WHERE (day, hour) = (?, ?)",
        "SELECT * FROM shop.carts WHERE id = uuid()",
        "SELECT * FROM shop.carts WHERE id = ? OR 1 = 1",
        "SELECT * FROM shop.carts WHERE id =",
        "SELECT * FROM shop.carts WHERE id = 'never ends",
        "INSERT INTO shop.carts (id) VALUES (?)",
        "UPDATE shop.carts SET a = ? WHERE id = ?",
        "DELETE FROM shop.carts WHERE id = ?",
        "CREATE TABLE IF NOT EXISTS shop.carts (id int PRIMARY KEY)",
        "USE shop",
        "BEGIN BATCH INSERT INTO a (id) VALUES (1) APPLY BATCH",
        "",
        "(",
      })
  void anythingElseIsLeftAlone(String query) {
    assertThat(StatementReader.read(query)).isEqualTo(StatementShape.OTHER);
  }

  @Test
  void namesAreAsTheServerKeepsThem() {
    assertThat(StatementReader.read("SELECT a FROM Shop.\"Carts\" WHERE \"Id\" = ? AND Day = 1"))
        .isEqualTo(
            new StatementShape.Read(
                new StatementShape.Target("shop", "Carts"),
                List.of("Id", "day"),
                "WHERE \"Id\" = ? AND Day = 1",
                false));
    assertThat(StatementReader.read("SELECT a[?] FROM carts WHERE id = ?"))
        .isEqualTo(
            new StatementShape.Read(
                new StatementShape.Target("", "carts"), List.of("id"), "WHERE id = ?", true));
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
    assertThat(StatementReader.read(query)).isEqualTo(StatementShape.OTHER);
  }
}
