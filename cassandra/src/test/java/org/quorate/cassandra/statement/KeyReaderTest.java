package org.quorate.cassandra.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyReaderTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          INSERT INTO t (v, id) VALUES (?, ?)                               | ?1
          INSERT INTO t (v, id) VALUES ({'a': ?}, :id) USING TTL ?          | :id1
          INSERT INTO t ("Id", id) VALUES (?, 'it''s')                      | 'it''s'
          INSERT INTO t (id, v) VALUES (-5, now()) USING TIMESTAMP 3        | -5
          UPDATE t USING TTL ? SET v = ?, w = w + {'a'} WHERE id = ?        | ?2
          UPDATE t SET v[?] = ? WHERE day = ? AND id = ? IF v = 3           | ?3
          DELETE v[?] FROM t WHERE id = ?                                   | ?1
          DELETE FROM t WHERE id = true AND day BETWEEN ? AND ?             | true
          SELECT v FROM t WHERE day IN (?, ?) AND id = ? LIMIT ?            | ?2
          SELECT v FROM t WHERE id = 0xcafe ORDER BY day DESC               | 0xcafe
          SELECT v FROM t WHERE (day, hour) > (?, ?) AND id = :id;          | :id2
          SELECT v FROM t WHERE id = 123e4567-e89b-12d3-a456-426614174000   | 123e4567-e89b-12d3-a456-426614174000
          SELECT v FROM t WHERE id = abcdef01-e89b-12d3-a456-426614174000   | abcdef01-e89b-12d3-a456-426614174000
          INSERT INTO t (id, v) VALUES (FACE4567-E89B-12D3-A456-42661417400F, 1) | FACE4567-E89B-12D3-A456-42661417400F
          UPDATE t SET v = 1 WHERE id=deadbeef-dead-beef-dead-deadbeefdead; | deadbeef-dead-beef-dead-deadbeefdead
          """)
  void theValueOfAKeyIsFound(String query, String expected) {
    assertThat(KeyReader.read(query, List.of("id"))).contains(List.of(value(expected)));
  }

  private static KeyValue value(String text) {
    if (text.startsWith("?")) {
      return new KeyValue.Marker(Integer.parseInt(text.substring(1)), "");
    }
    return text.startsWith(":")
        ? new KeyValue.Marker(text.charAt(3) - '0', "id")
        : new KeyValue.Literal(text);
  }

  @Test
  void theColumnsOfAKeyAreInTheirOwnOrder() {
    assertThat(KeyReader.read("SELECT v FROM t WHERE b = ? AND a = 'x'", List.of("a", "b")))
        .contains(List.of(new KeyValue.Literal("'x'"), new KeyValue.Marker(0, "")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "INSERT INTO t JSON ?",
        "INSERT INTO t (id) VALUES (uuid())",
        "INSERT INTO t (id, v) VALUES (?)",
        "INSERT INTO t (v) VALUES (?)",
        "INSERT INTO t (id, v) VALUES (?, {name: v})",
        "UPDATE t SET v = 1 WHERE id IN (?, ?)",
        "UPDATE t SET id = 1 WHERE day = 3",
        "DELETE FROM t WHERE id = ? + 1",
        "DELETE FROM t WHERE id > ?",
        "DELETE FROM t WHERE token(id) = ?",
        "DELETE FROM t WHERE (id) = (?)",
        "DELETE FROM t WHERE id = deadbeef",
        "DELETE FROM t WHERE id = deadbeef-dead-beef-dead-deadbeefdea",
        "DELETE FROM t WHERE id = deadbeef-dead-beef-dead-deadbeefdeadf",
        "BEGIN BATCH DELETE FROM t WHERE id = ?; APPLY BATCH",
        "TRUNCATE t",
        "",
      })
  void whatIsNotSaidForCertainIsNotFound(String query) {
    assertThat(KeyReader.read(query, List.of("id"))).isEmpty();
  }

  @Test
  void nothingThatIsCutShortIsTakenForAKeyThatItIsNot() {
    for (String whole :
        List.of(
            "INSERT INTO t (v, id) VALUES ({'a': ?}, 'x') USING TTL ?",
            "UPDATE t USING TTL ? SET v = ? WHERE id = 'x' AND day = 3 IF v = 3")) {
      for (int length = 0; length <= whole.length(); length++) {
        assertThat(KeyReader.read(whole.substring(0, length), List.of("id")).stream())
            .allMatch(Arrays.asList(List.of(new KeyValue.Literal("'x'")))::contains);
      }
    }
  }
}
