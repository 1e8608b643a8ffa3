package org.quorate.lab.library;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.EvidenceStanding;
import org.quorate.cassandra.control.ExchangedEvidence;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.evidence.EvidenceCodec;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Observation;
import org.quorate.lab.testing.Decisions;
import org.quorate.lab.testing.SchemaChanges;

/** What sessions tell one another through a table of a real cluster, every 200 ms. */
class EvidenceIT extends AdaptiveSessionFixture {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** As a row by hand lives: longer than any test. */
  private static final String ROW =
      "INSERT INTO %s (part, process, about, value) VALUES (0, ?, 'adaptive_it.carts', ?)"
          + " USING TTL 600";

  private AdaptiveSession exchanging(TableName table, boolean create) {
    return adaptive(
        adapting(
                TableSettings.of("adaptive_it.carts", 0.1, Level.ONE)
                    .withPolicy(Policies.of("quorate", 0.1))
                    .withSafeLevel(Level.ALL))
            .evidence(
                EvidenceSettings.in(table).withEvery(Duration.ofMillis(200)).withCreation(create)));
  }

  private static ExchangedEvidence exchanged(AdaptiveSession session) {
    return session.levels().evidence().orElseThrow();
  }

  private static EvidenceStanding standing(AdaptiveSession session) {
    return exchanged(session).tables().get(CARTS);
  }

  private static double reads(AdaptiveSession session) {
    Optional<Observation> seen = session.levels().status(CARTS).orElseThrow().observation();
    return seen.map(each -> each.evidence().reads().total()).orElse(0.0);
  }

  private List<String> told(Kind kind) {
    return events.stream().filter(event -> event.kind() == kind).map(LevelEvent::reason).toList();
  }

  /** But not that a server stood still for longer than the exchange waits for it. */
  private List<String> toldOfExchange() {
    return told(Kind.EVIDENCE).stream().filter(each -> !each.contains("timed out")).toList();
  }

  private static Level level(AdaptiveSession session, PreparedStatement read) {
    return session.levels().explain(read.bind(3)).level().orElseThrow();
  }

  @Test
  void sessionsHearOneAnotherOnceTheTableThatWasMissingIsThere() {
    TableName table = new TableName("adaptive_it", "evidence_later");
    AdaptiveSession one = exchanging(table, false);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () ->
                exchanged(one).failedReads() > 1 && reads(one) == 0 && !toldOfExchange().isEmpty());
    PreparedStatement read = one.prepare(READ);
    Decisions.await(one, CARTS, Level.ONE);
    assertThat(toldOfExchange()).isNotEmpty().allMatch(each -> each.contains("CREATE TABLE"));
    assertThat(toldOfExchange().stream().distinct()).as("the same of reads and writes").hasSize(1);

    AdaptiveSession two = exchanging(table, true);
    PreparedStatement other = two.prepare(READ);
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> standing(one).trusted() == 1 && standing(two).trusted() == 1);
    for (int i = 0; i < 200; i++) {
      one.execute(read.bind(i % 20));
    }
    for (int i = 0; i < 10; i++) {
      two.execute(other.bind(i));
    }
    Awaitility.await().atMost(PATIENCE).until(() -> reads(two) > 100);
    one.levels().close();
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> standing(two).equals(EvidenceStanding.NOBODY) && reads(two) < 11);
  }

  @Test
  void aReplicaThatAnotherProcessHasSeenToBeBehindIsRaisedAtOnceAndOnlyForSoLong() {
    TableName table = new TableName("adaptive_it", "evidence_of_replicas");
    AdaptiveSession session = exchanging(table, true);
    PreparedStatement read = session.prepare(READ);
    Decisions.await(session, CARTS, Level.ONE);
    Awaitility.await().atMost(PATIENCE).until(() -> SchemaChanges.isKnownToAll(plain, table));
    UUID process = new UUID(1, 1);
    UUID replica = plain.getMetadata().getNodes().keySet().iterator().next();
    AtomicLong sequence = new AtomicLong();
    // Told anew each time, since it counts for three seconds only.
    Runnable tell =
        () ->
            put(
                table,
                process,
                EvidenceCodec.encode(
                    ProcessEvidence.of(
                        process,
                        sequence.incrementAndGet(),
                        0,
                        Evidence.NONE,
                        List.of(new ReplicaBehind(replica, 1, "It is back.")))));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              tell.run();
              return traced(session, read.bind(3)).equals("ALL");
            });
    Awaitility.await()
        .atMost(PATIENCE)
        .until(
            () -> {
              tell.run();
              return session.levels().explain(read.bind(3)).reason().contains("is in the range");
            });
    assertThat(told(Kind.REPLICA_BEHIND))
        .as("again where nothing was read for three seconds")
        .isNotEmpty()
        .allSatisfy(
            each ->
                assertThat(each)
                    .startsWith("Another process has held the replica at")
                    .endsWith("for behind for 1 s: It is back."));
    Awaitility.await()
        .atMost(PATIENCE)
        .until(() -> level(session, read) == Level.ONE && standing(session).wary() == 0);
    assertThat(traced(session, read.bind(3))).isEqualTo("ONE");
  }

  private static void put(TableName table, UUID process, byte[] value) {
    write(
        SimpleStatement.newInstance(ROW.formatted(table.toCql()), process, ByteBuffer.wrap(value)));
  }

  @Test
  void garbageAndOtherVersionsAreRefusedAndReadsGoOutAsWithout() {
    TableName table = new TableName("adaptive_it", "evidence_of_anybody");
    AdaptiveSession session = exchanging(table, true);
    PreparedStatement read = session.prepare(READ);
    Decisions.await(session, CARTS, Level.ONE);
    Awaitility.await().atMost(PATIENCE).until(() -> SchemaChanges.isKnownToAll(plain, table));
    put(table, new UUID(1, 1), new byte[] {1, 0, 0, 0, 0, 0, 0, 0, 0});
    put(table, new UUID(1, 2), "not evidence at all".getBytes(StandardCharsets.UTF_8));
    put(table, new UUID(1, 3), new byte[0]);
    put(table, new UUID(1, 4), new byte[1 << 20]);
    long before = exchanged(session).refused();
    Awaitility.await().atMost(PATIENCE).until(() -> exchanged(session).refused() >= before + 8);
    assertThat(standing(session)).isEqualTo(EvidenceStanding.NOBODY);
    assertThat(traced(session, read.bind(3))).isEqualTo("ONE");
    assertThat(told(Kind.EVIDENCE))
        .anyMatch(each -> each.contains("is of version 1, and known is 4"))
        .anyMatch(each -> each.contains("it is missing, or has more than 40000 bytes"));
    assertThat(session.metrics())
        .filteredOn(metric -> metric.name().equals("quorate.evidence.refused"))
        .singleElement()
        .satisfies(metric -> assertThat(metric.value()).isGreaterThanOrEqualTo(8));
  }
}
