package org.quorate.cassandra.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.TokenKeys;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;

/**
 * Sessions over a driver without a cluster, whose policy would have every read at ONE, and of whose
 * table something is guaranteed.
 */
abstract class GuaranteedTable {
  static final TableName CARTS = new TableName("shop", "carts");
  static final String READ = "SELECT v FROM shop.carts WHERE id = ?";
  static final String WRITE = "UPDATE shop.carts SET v = 1 WHERE id = ?";
  static final TokenSettings KEYED =
      TokenSettings.DEFAULT.withKeys(TokenKeys.of(List.of(new byte[32])));
  static final GuaranteeSettings OWN_WRITES =
      GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES).withTo(GuaranteedTo.SCOPES);
  static final GuaranteeSettings MONOTONIC =
      GuaranteeSettings.of(Guarantee.MONOTONIC_READS).withTo(GuaranteedTo.SCOPES);

  final FakeSession driver = new FakeSession("QUORUM");
  final AtomicLong millis = new AtomicLong(1_800_000_000_000L);
  final List<LevelEvent> told = new ArrayList<>();
  private final List<LevelController> made = new ArrayList<>();

  @AfterEach
  void close() {
    made.forEach(LevelController::close);
  }

  static TableSettings carts(Level writeLevel) {
    return TableSettings.of(CARTS, 1, writeLevel);
  }

  AdaptiveCqlSession session(GuaranteeSettings guarantees) {
    return session(driver, carts(Level.QUORUM).withGuarantees(guarantees), Mode.ADAPT);
  }

  AdaptiveCqlSession session(FakeSession of, TableSettings table, Mode mode) {
    return session(of.session, table, mode);
  }

  AdaptiveCqlSession session(CqlSession of, TableSettings table, Mode mode) {
    AdaptiveSettings all = AdaptiveSettings.builder().mode(mode).table(table).build();
    Events events =
        new Events(List.of(told::add), Duration.ZERO, System::nanoTime, InstantSource.system());
    PairedReads pairs = new PairedReads(of, 0, events, System::nanoTime, InstantSource.system());
    LevelController levels =
        new LevelController(of, all, events, pairs::readsSent, System::nanoTime);
    made.add(levels);
    weaken(levels);
    InstantSource clock = () -> Instant.ofEpochMilli(millis.get());
    return new AdaptiveCqlSession(of, levels, pairs, events, Set.of(), KEYED, clock, () -> {});
  }

  /** As a policy does that tolerates anything. */
  static void weaken(LevelController levels) {
    decide(levels, Level.ONE);
  }

  /** As a policy does that has every read at one level. */
  static void decide(LevelController levels, Level of) {
    levels
        .level(CARTS)
        .orElseThrow()
        .set(Decision.of(of, "Stated by a test."), level -> level.replicas(3));
  }

  String last() {
    return driver.executed.get(driver.executed.size() - 1).getConsistencyLevel().name();
  }

  String read(CqlSession session, int key) {
    session.execute(SimpleStatement.newInstance(READ, key));
    String simple = last();
    session.execute(session.prepare(READ).bind(key));
    assertThat(last()).isEqualTo(simple);
    return simple;
  }
}
