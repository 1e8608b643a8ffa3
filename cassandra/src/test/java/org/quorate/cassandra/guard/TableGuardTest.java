package org.quorate.cassandra.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.Version;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.table.TableName;

class TableGuardTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final Optional<Version> SUPPORTED = Optional.of(Version.V4_0_0);
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

  @ParameterizedTest
  @CsvSource({
    "2.2.19, true",
    "3.9.0-SNAPSHOT, true",
    "3.11.19, true",
    "4.0.0, false",
    "4.0.17, false",
    "4.1.10, false",
    "5.0.9, false",
    "5.1-SNAPSHOT, false",
  })
  void anUnsupportedVersionIsLeftAloneByItsNumber(String version, boolean leftAlone) {
    SchemaFacts facts =
        new SchemaFacts(
            Product.CASSANDRA,
            Optional.of(Objects.requireNonNull(Version.parse(version))),
            REPLICATED,
            Map.of(),
            Map.of(),
            false);
    assertThat(objection(facts))
        .isEqualTo(
            leftAlone
                ? Optional.of(
                    "The table shop.carts is left alone: a node of its cluster says that it is"
                        + " Cassandra "
                        + version
                        + ", and nothing here was tested with versions before 4.0.")
                : Optional.empty());
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

  @ParameterizedTest
  @CsvSource({
    "AMAZON_KEYSPACES, on Amazon Keyspaces",
    "COSMOS_DB, on Azure Cosmos DB",
    "DSE, on DataStax Enterprise or Astra DB",
    "SCYLLA, 'on ScyllaDB, with which nothing here was tested'",
  })
  void otherProductsAreLeftAloneByName(Product product, String said) {
    assertThat(objection(facts(product, Map.of(), false)).orElseThrow())
        .startsWith("The table shop.carts is left alone: it is " + said)
        .endsWith(".");
  }

  @Test
  void scyllasTabletsAndStronglyConsistentTablesAreNamed() {
    assertThat(objection(facts(Product.SCYLLA, Map.of("initial_tablets", "128"), false)))
        .hasValueSatisfying(said -> assertThat(said).contains("kept in tablets by ScyllaDB"));
    assertThat(
            objection(
                facts(
                    Product.SCYLLA,
                    Map.of("initial_tablets", "128", "consistency", "global"),
                    false)))
        .hasValueSatisfying(
            said ->
                assertThat(said)
                    .contains("strongly consistent on ScyllaDB (consistency = 'global')"));
  }

  @Test
  void aMaterialisedViewIsLeftAlone() {
    assertThat(objection(facts(Product.CASSANDRA, Map.of(), true)))
        .hasValueSatisfying(said -> assertThat(said).contains("it is a materialised view"));
  }

  private static SchemaFacts facts(Product product, Map<String, String> scylla, boolean view) {
    return new SchemaFacts(product, SUPPORTED, REPLICATED, Map.of(), scylla, view);
  }

  private static Optional<String> objection(SchemaFacts facts) {
    return TableGuard.objection(CARTS, facts);
  }

  private static Optional<String> objection(
      Map<String, String> keyspace, Map<String, String> table) {
    return objection(
        new SchemaFacts(Product.CASSANDRA, SUPPORTED, keyspace, table, Map.of(), false));
  }
}
