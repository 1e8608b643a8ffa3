package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidenceCodec;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Evidence;
import org.quorate.lab.testing.Decisions;
import org.quorate.lab.testing.SchemaChanges;

/** What clients in other languages read of a session's levels, in a table of a real cluster. */
class PublishedLevelsIT extends AdaptiveSessionFixture {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static PublicationSettings in(TableName table) {
    return PublicationSettings.in(table).withCreation(true);
  }

  /** The only row, once it is as expected; also where the table is not there yet. */
  private static Row await(TableName table, Predicate<Row> expected) {
    return Awaitility.await()
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(DriverException.class)
        .until(() -> row(table).filter(expected), Optional::isPresent)
        .orElseThrow();
  }

  private static Optional<Row> row(TableName table) {
    List<Row> rows =
        plain
            .execute(
                SimpleStatement.newInstance(
                    "SELECT about, publisher, format, sequence, valid_ms, level, safe_level,"
                        + " window_ms, raised, raised_level, data_center, reason, TTL(level) AS"
                        + " life FROM "
                        + table.toCql()
                        + " WHERE part = 0"))
            .all();
    assertThat(rows).hasSizeLessThanOrEqualTo(1);
    return rows.stream().findFirst();
  }

  private static boolean isAt(Row row, String level, String safe) {
    return level.equals(row.getString("level")) && safe.equals(row.getString("safe_level"));
  }

  @Test
  void whatIsDecidedPinnedAndEndedIsPublished() {
    TableName table = new TableName("adaptive_it", "levels");
    AdaptiveSession session = adaptive(adapting(carts(1)).publication(in(table)));
    Decisions.await(session, CARTS, Level.ONE);
    Row first = await(table, row -> isAt(row, "ONE", "ALL"));
    assertThat(first.getString("about")).isEqualTo("adaptive_it.carts");
    assertThat(first.getInt("format")).isEqualTo(1);
    assertThat(first.getInt("valid_ms")).isEqualTo(3_000);
    assertThat(first.getInt("window_ms")).as("as a write was measured to take").isEqualTo(10);
    assertThat(first.getString("raised")).isEmpty();
    assertThat(first.getString("raised_level")).isEqualTo("ONE");
    assertThat(first.getString("data_center")).as("all replicas are in one").isEmpty();
    assertThat(first.getString("reason")).isNotEmpty();
    assertThat(first.getInt("life")).isBetween(1, 10);
    Row later = await(table, row -> row.getLong("sequence") >= first.getLong("sequence") + 2);
    assertThat(later.getUuid("publisher")).isEqualTo(first.getUuid("publisher"));

    session.levels().pin(CARTS, Level.TWO);
    assertThat(await(table, row -> isAt(row, "TWO", "ALL")).getString("reason"))
        .isEqualTo("The level is pinned.");
    session.levels().pin(CARTS, null);
    await(table, row -> isAt(row, "ONE", "ALL"));
    session.levels().close();
    Row last = await(table, row -> isAt(row, "ALL", "ALL"));
    assertThat(last.getString("reason")).isEqualTo("The publisher has closed its session.");
    assertThat(last.getInt("window_ms")).isZero();
    assertThat(session.levels().published().orElseThrow().written()).isGreaterThan(3);
  }

  @Test
  void aTableThatIsMissingIsToldOnceAndKeepsNothingFromItsLevel() {
    TableName table = new TableName("adaptive_it", "levels_of_nobody");
    AdaptiveSession session =
        adaptive(adapting(carts(1)).publication(PublicationSettings.in(table)));
    Decisions.await(session, CARTS, Level.ONE);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> session.levels().published().orElseThrow().failed() > 0 && !told().isEmpty());
    assertThat(told().stream().distinct())
        .singleElement()
        .asString()
        .contains("CREATE TABLE IF NOT EXISTS");
    assertThat(session.metrics())
        .filteredOn(metric -> metric.name().equals("quorate.publication.failed"))
        .singleElement()
        .satisfies(metric -> assertThat(metric.value()).isPositive());
  }

  private List<String> told() {
    return events.stream()
        .filter(event -> event.kind() == Kind.PUBLICATION)
        .map(LevelEvent::reason)
        // A server may stand still for longer than a word waits for it.
        .filter(each -> !each.contains("timed out"))
        .toList();
  }

  /** Every row is at every node, so that a replica that is behind raises the whole ring. */
  @Test
  void rangesOfAReplicaThatIsBehindArePublishedForAsLongAsTheyAreRaised() {
    TableName table = new TableName("adaptive_it", "levels_by_range");
    TableName evidence = new TableName("adaptive_it", "evidence_of_ranges");
    AdaptiveSession session =
        adaptive(
            adapting(carts(1))
                .evidence(
                    EvidenceSettings.in(evidence)
                        .withEvery(Duration.ofMillis(200))
                        .withCreation(true))
                .publication(in(table)));
    Decisions.await(session, CARTS, Level.ONE);
    await(table, row -> isAt(row, "ONE", "ALL") && "".equals(row.getString("raised")));
    Awaitility.await().atMost(PATIENCE).until(() -> SchemaChanges.isKnownToAll(plain, evidence));
    UUID replica = plain.getMetadata().getNodes().keySet().iterator().next();
    AtomicLong sequence = new AtomicLong();
    // Told anew each time, since it counts for three seconds only.
    Row raised =
        await(
            table,
            row -> {
              tell(evidence, replica, sequence.incrementAndGet());
              return "*".equals(row.getString("raised"));
            });
    assertThat(isAt(raised, "ONE", "ALL")).isTrue();
    assertThat(raised.getString("raised_level")).isEqualTo("ALL");
    await(table, row -> isAt(row, "ONE", "ALL") && "".equals(row.getString("raised")));
  }

  private static void tell(TableName evidence, UUID replica, long sequence) {
    UUID process = new UUID(1, 1);
    byte[] value =
        EvidenceCodec.encode(
            ProcessEvidence.of(
                process,
                sequence,
                0,
                Evidence.NONE,
                List.of(new ReplicaBehind(replica, 1, "It is back."))));
    write(
        SimpleStatement.newInstance(
            "INSERT INTO "
                + evidence.toCql()
                + " (part, process, about, value) VALUES (0, ?, 'adaptive_it.carts', ?)"
                + " USING TTL 600",
            process,
            ByteBuffer.wrap(value)));
  }
}
