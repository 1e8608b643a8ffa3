package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.quorate.cassandra.table.TableName;

class MentionedTablesTest {
  private final MentionedTables tables =
      new MentionedTables(List.of(new TableName("shop", "carts"), new TableName("a", "Orders")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT v FROM shop.carts WHERE id = 1",
        "select v from SHOP.CARTS where id = 1",
        "UPDATE \"Orders\" SET v = 1 WHERE id = 1",
        "INSERT INTO cartcarts (id) VALUES ('carts')",
        "carts",
      })
  void aTextThatHasTheNameOfATableMayBeOfIt(String text) {
    assertThat(tables.isAnyIn(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cart", "INSERT INTO other (id, v) VALUES (1, 'ccart ordersé')"})
  void aTextWithoutIsOfNoneOfThem(String text) {
    assertThat(tables.isAnyIn(text.replace("orders", "rders"))).isFalse();
  }

  @Test
  void whereNoTableIsMindedNoTextIsOfOne() {
    assertThat(new MentionedTables(List.of()).isAnyIn("SELECT v FROM shop.carts")).isFalse();
  }
}
