package org.quorate.cassandra.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;

class SchemaReaderTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final FakeSession driver = new FakeSession("ONE");
  private final SchemaReader reader = new SchemaReader(driver.session);
  private final KeyspaceMetadata shop =
      driver.session.getMetadata().getKeyspace(CqlIdentifier.fromInternal("shop")).orElseThrow();

  @Test
  void aServerWithoutTheTablesOfOtherProductsIsApacheCassandra() {
    SchemaFacts facts = reader.look(CARTS, shop).orElseThrow();
    assertThat(facts.scyllaKeyspace()).isEmpty();
    assertThat(facts.amazon()).isFalse();
    assertThat(facts.dse()).isFalse();
    assertThat(facts.view()).isFalse();
  }

  @Test
  void itAsksAgainAfterAChangeOfTheSchemaAndNowAndThen() {
    reader.look(CARTS, shop);
    int once = driver.schemaQueries();
    for (int i = 0; i < SchemaReader.LOOKS_UNTIL_ASKED_AGAIN; i++) {
      reader.look(CARTS, shop);
    }
    assertThat(driver.schemaQueries()).isEqualTo(once);
    reader.look(CARTS, shop);
    assertThat(driver.schemaQueries()).isEqualTo(2 * once);
    KeyspaceMetadata altered =
        driver.session.getMetadata().getKeyspace(CqlIdentifier.fromInternal("shop")).orElseThrow();
    reader.look(CARTS, altered);
    assertThat(driver.schemaQueries()).isEqualTo(3 * once);
  }
}
