package org.quorate.cassandra.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.Version;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.table.TableName;

class SchemaReaderTest {
  private static final TableName CARTS = new TableName("shop", "carts");

  private final FakeSession driver = new FakeSession("ONE");
  private final SchemaReader reader = new SchemaReader(driver.session);
  private final KeyspaceMetadata shop = keyspace();

  private KeyspaceMetadata keyspace() {
    return driver
        .session
        .getMetadata()
        .getKeyspace(CqlIdentifier.fromInternal("shop"))
        .orElseThrow();
  }

  @Test
  void aServerWithoutTheTablesOfOtherProductsIsApacheCassandra() {
    SchemaFacts facts = reader.look(CARTS, shop).orElseThrow();
    assertThat(facts.product()).isEqualTo(Product.CASSANDRA);
    assertThat(facts.scyllaKeyspace()).isEmpty();
    assertThat(facts.view()).isFalse();
  }

  @Test
  void theLowestVersionOfAllNodesIsThatOfTheCluster() {
    FakeNode newer = FakeNode.of(1, "dc1");
    FakeNode older = FakeNode.of(2, "dc1");
    FakeNode silent = FakeNode.of(3, "dc1");
    newer.version = Version.parse("4.1.10");
    older.version = Version.parse("3.11.19");
    driver.nodes(newer.node, older.node, silent.node);
    assertThat(reader.look(CARTS, shop).orElseThrow().oldest()).hasValue(older.version);
    older.version = newer.version;
    for (int i = 0; i < SchemaReader.LOOKS_UNTIL_ASKED_AGAIN; i++) {
      reader.look(CARTS, shop);
    }
    assertThat(reader.look(CARTS, shop).orElseThrow().oldest())
        .as("all nodes were upgraded")
        .hasValue(newer.version);
  }

  @Test
  void aClusterThatDoesNotAnswerIsAskedAgainAndItsSilenceIsTold() {
    RuntimeException without = driver.schemaFailure;
    assertThat(reader.trouble(CARTS)).as("not asked yet").isEmpty();
    driver.schemaFailure = new DriverTimeoutException("Query timed out after PT5S");
    assertThat(reader.look(CARTS, shop)).isEmpty();
    assertThat(reader.trouble(CARTS))
        .hasValue(
            "The table shop.carts is left alone until the cluster says what kind of table it is:"
                + " Query timed out after PT5S");
    driver.schemaFailure = without;
    assertThat(reader.look(CARTS, shop)).isPresent();
    assertThat(reader.trouble(CARTS)).isEmpty();
    driver.schemaFailure = new DriverTimeoutException("Query timed out after PT5S");
    for (int i = 0; i <= 2 * SchemaReader.LOOKS_UNTIL_ASKED_AGAIN; i++) {
      assertThat(reader.look(CARTS, shop)).as("what was said holds").isPresent();
    }
  }

  /** Else what kind of table it is would be taken for known. */
  @Test
  void aServerThatDoesNotAllowTheLevelOfItsQuestionsHasNotAnswered() {
    driver.schemaFailure =
        new InvalidQueryException(
            null,
            "Guardrail read_consistency_levels violated: Provided values [LOCAL_ONE] are not"
                + " allowed for read consistency levels (disallowed values are: [LOCAL_ONE])");
    assertThat(reader.look(CARTS, shop)).isEmpty();
    assertThat(reader.trouble(CARTS))
        .hasValueSatisfying(why -> assertThat(why).contains("[LOCAL_ONE]"));
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
    driver.makeTable("id");
    reader.look(CARTS, keyspace());
    assertThat(driver.schemaQueries()).isEqualTo(3 * once);
  }

  @Test
  void whatWasSaidOfATableDoesNotHoldForOneThatWasMadeAnewSince() {
    assertThat(reader.look(CARTS, keyspace())).isPresent();
    driver.schemaAnswer = new CompletableFuture<>();
    driver.alterKeyspace();
    assertThat(reader.look(CARTS, keyspace())).as("the same table").isPresent();
    driver.makeTable("id");
    assertThat(reader.look(CARTS, keyspace())).as("another table").isEmpty();
    assertThat(reader.trouble(CARTS)).isEmpty();
    CompletableFuture<Object> ofTheFormer = driver.schemaAnswer;
    driver.schemaAnswer = new CompletableFuture<>();
    ofTheFormer.completeExceptionally(driver.schemaFailure);
    assertThat(reader.look(CARTS, keyspace())).as("which was asked about before").isEmpty();
    driver.schemaAnswer.completeExceptionally(driver.schemaFailure);
    assertThat(reader.look(CARTS, keyspace())).isPresent();
  }

  @Test
  void aSessionThatRefusesToSendIsAskedAgain() {
    RuntimeException without = driver.schemaFailure;
    driver.schemaFailure = null; // The driver's own timer throws once it has stopped.
    assertThat(reader.look(CARTS, shop)).isEmpty();
    assertThat(reader.trouble(CARTS))
        .hasValueSatisfying(why -> assertThat(why).contains("stopped"));
    driver.schemaFailure = without;
    assertThat(reader.look(CARTS, shop)).isPresent();
  }
}
