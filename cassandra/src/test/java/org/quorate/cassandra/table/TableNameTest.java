package org.quorate.cassandra.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableNameTest {
  @Test
  void namesAreReadAsInCql() {
    assertThat(TableName.parse("Shop.\"Carts\"")).isEqualTo(new TableName("shop", "Carts"));
    assertThat(TableName.parse("\"a.b\".c")).isEqualTo(new TableName("a.b", "c"));
    assertThat(new TableName("shop", "Carts").toCql()).isEqualTo("shop.\"Carts\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"carts", "", ".carts", "shop."})
  void aTableNeedsItsKeyspace(String text) {
    assertThatThrownBy(() -> TableName.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
