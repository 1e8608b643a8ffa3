package org.quorate.cassandra.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.table.TableName;

class TableGuardTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final Map<String, String> REPLICATED =
      Map.of("replication", "{class=org.apache.cassandra.locator.NetworkTopologyStrategy, dc1=3}");

  @Test
  void aPlainTableOfApacheCassandraIsMinded() {
    assertThat(objection(REPLICATED, Map.of("gc_grace_seconds", "864000"))).isEmpty();
    assertThat(objection(Map.of(), Map.of())).as("Cassandra says less").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "off, none, ",
    "off, '', ",
    "OFF, off, ",
    "full, none, transactional_mode = 'full'",
    "mixed_reads, none, transactional_mode = 'mixed_reads'",
    "unsafe_writes, none, transactional_mode = 'unsafe_writes'",
    "off, full, transactional_migration_from = 'full'",
    "something_new, none, transactional_mode = 'something_new'",
  })
  void anAccordTableIsLeftAlone(String mode, String from, String said) {
    Optional<String> objection =
        objection(
            REPLICATED, Map.of("transactional_mode", mode, "transactional_migration_from", from));
    if (said == null) {
      assertThat(objection).isEmpty();
    } else {
      assertThat(objection.orElseThrow())
          .startsWith("The table shop.carts is left alone: it is")
          .contains("Accord", said)
          .endsWith(".");
    }
  }

  @Test
  void mutationTrackingAndWitnessesAreLeftAlone() {
    assertThat(objection(Map.of("replication_type", "tracked"), Map.of()).orElseThrow())
        .contains("keyspace shop has mutation tracking");
    assertThat(objection(Map.of("replication_type", "untracked"), Map.of())).isEmpty();
    assertThat(
            objection(Map.of("replication", "{class=NetworkTopologyStrategy, dc1=3/1}"), Map.of())
                .orElseThrow())
        .contains("keyspace shop has witnesses or transient replicas");
  }

  @Test
  void otherProductsAreLeftAloneByName() {
    SchemaFacts plain =
        new SchemaFacts(REPLICATED, Map.of(), Optional.empty(), false, false, false);
    assertThat(TableGuard.objection(CARTS, plain)).isEmpty();
    assertThat(scylla(Map.of())).contains("on ScyllaDB, with which nothing here was tested");
    assertThat(scylla(Map.of("initial_tablets", "128"))).contains("kept in tablets by ScyllaDB");
    assertThat(scylla(Map.of("initial_tablets", "128", "consistency", "global")))
        .contains("strongly consistent on ScyllaDB (consistency = 'global')");
    assertThat(
            TableGuard.objection(
                CARTS, new SchemaFacts(REPLICATED, Map.of(), Optional.empty(), true, false, false)))
        .get()
        .asString()
        .contains("Amazon Keyspaces");
    assertThat(
            TableGuard.objection(
                CARTS, new SchemaFacts(REPLICATED, Map.of(), Optional.empty(), false, true, false)))
        .get()
        .asString()
        .contains("DataStax Enterprise");
    assertThat(
            TableGuard.objection(
                CARTS, new SchemaFacts(REPLICATED, Map.of(), Optional.empty(), false, false, true)))
        .get()
        .asString()
        .contains("materialised view");
  }

  private static String scylla(Map<String, String> keyspace) {
    return TableGuard.objection(
            CARTS,
            new SchemaFacts(REPLICATED, Map.of(), Optional.of(keyspace), false, false, false))
        .orElseThrow();
  }

  private static Optional<String> objection(
      Map<String, String> keyspace, Map<String, String> table) {
    return TableGuard.objection(
        CARTS, new SchemaFacts(keyspace, table, Optional.empty(), false, false, false));
  }
}
