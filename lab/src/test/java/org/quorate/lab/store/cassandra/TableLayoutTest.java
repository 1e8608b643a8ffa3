package org.quorate.lab.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableLayoutTest {
  private static final TableLayout LAYOUT =
      new TableLayout("ycsb", "usertable", List.of("field0", "field1"));

  @Test
  void theTableIsStockYcsbsAndOneColumnForTheVersion() {
    assertThat(CassandraSchema.createStatement(LAYOUT, Map.of()))
        .isEqualTo(
            "CREATE TABLE IF NOT EXISTS ycsb.usertable (y_id varchar PRIMARY KEY, field0 varchar,"
                + " field1 varchar, version bigint)");
  }

  @Test
  void aNewTableTakesOptions() {
    assertThat(
            CassandraSchema.createStatement(
                LAYOUT, Map.of("speculative_retry", "'NONE'", "read_repair", "'NONE'")))
        .endsWith(" WITH read_repair = 'NONE' AND speculative_retry = 'NONE'");
  }

  @Test
  void statementsAskForTheVersionFirst() {
    assertThat(LAYOUT.readStatement(-1))
        .isEqualTo("SELECT version, field0, field1 FROM ycsb.usertable WHERE y_id = ?");
    assertThat(LAYOUT.readStatement(1))
        .isEqualTo("SELECT version, field1 FROM ycsb.usertable WHERE y_id = ?");
    assertThat(LAYOUT.scanStatement(0))
        .isEqualTo(
            "SELECT version, field0 FROM ycsb.usertable WHERE token(y_id) >= token(?) LIMIT ?");
    assertThat(LAYOUT.writeStatement(-1))
        .isEqualTo(
            "INSERT INTO ycsb.usertable (y_id, version, field0, field1) VALUES (?, ?, ?, ?)");
    assertThat(LAYOUT.writeStatement(1))
        .isEqualTo("INSERT INTO ycsb.usertable (y_id, version, field1) VALUES (?, ?, ?)");
  }

  @Test
  void namesAreFoldedAsInCqlUnlessQuoted() {
    TableLayout layout = new TableLayout("YCSB", "\"UserTable\"", List.of("Field0"));
    assertThat(layout.readStatement(-1))
        .isEqualTo("SELECT version, field0 FROM ycsb.\"UserTable\" WHERE y_id = ?");
    assertThat(layout.internalTable()).isEqualTo("UserTable");
  }

  @Test
  void columnsThatWouldClashAreRefused() {
    assertThatThrownBy(() -> new TableLayout("k", "t", List.of("Version")))
        .hasMessageContaining("cannot have a field named Version");
    assertThatThrownBy(() -> new TableLayout("k", "t", List.of("f0", "F0")))
        .hasMessageContaining("F0");
    assertThatThrownBy(() -> new TableLayout("k", "t", List.of())).hasMessageContaining("1 field");
    assertThatThrownBy(() -> new TableLayout("k", "my table", List.of("f")))
        .hasMessageContaining("\"my table\" cannot name a table");
  }

  @Test
  void aNameInQuotesGrowsInsideThem() {
    assertThat(TableLayout.longer("usertable", "_2")).isEqualTo("usertable_2");
    assertThat(TableLayout.longer("\"User\"", "_2")).isEqualTo("\"User_2\"");
  }
}
