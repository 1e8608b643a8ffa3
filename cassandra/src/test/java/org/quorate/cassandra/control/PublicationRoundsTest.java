package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.DriverTimeoutException;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.monitor.TableTraffic;
import org.quorate.cassandra.monitor.TrafficRound;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.publication.LevelsTable;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Decision;
import org.quorate.core.policy.Policies;
import org.quorate.core.policy.Raise;
import org.quorate.core.staleness.Propagation;

/** What a session says of its table, written to a driver without a cluster, on a clock by hand. */
class PublicationRoundsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final long LOOK = PublicationRounds.LOOK.toNanos();

  private long now;
  private boolean isMurmur3 = true;
  private final FakeSession driver = new FakeSession("ONE");
  private final List<LevelEvent> told = new ArrayList<>();
  private final Events events =
      new Events(List.of(told::add), Duration.ZERO, () -> now, InstantSource.system());
  private final TableControl carts = control();
  private final PublicationRounds rounds =
      new PublicationRounds(
          new UUID(1, 2),
          new LevelsTable(driver.session, PublicationSettings.in(new TableName("shop", "levels"))),
          List.of(CARTS),
          () -> isMurmur3,
          Duration.ofSeconds(3),
          events,
          Runnable::run,
          () -> now);
  private final Settlement settlement =
      new Settlement(
          new ReplicaRounds(
              driver.session,
              events,
              Runnable::run,
              () -> {},
              new PairedReplicas(List.of()),
              () -> now,
              7),
          new ProblemReports(events, 3),
          events,
          Optional.of(rounds));

  /** Whose own level is ONE and whose safe level is ALL. */
  private TableControl control() {
    TableControl made =
        new TableControl(
            TableSettings.of(CARTS, 0.2, Level.ONE)
                .withPolicy(Policies.of("harmony", 0.2))
                .withWindow(Duration.ZERO)
                .withSafeLevel(Level.ALL),
            Level.ONE,
            Duration.ofSeconds(3),
            Duration.ofSeconds(40),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, () -> now));
    return made;
  }

  private void isKnown() {
    carts.known(
        ClusterFacts.Answer.of(
            new ClusterFacts.TableFacts(
                new Replication(Map.of("dc1", 3)), "dc1", Level.ONE, Map.of())));
  }

  /** Ten operations a second, half of them writes: ONE is enough for 20 %. */
  private void isQuiet() {
    carts.propagation(
        new PropagationReading(Propagation.exactly(0.01), "known", 1, now, List.of()),
        carts.levels(),
        now);
    carts.seen(
        new TrafficRound(
            new MonitorReading(
                now,
                1,
                "known",
                Map.of(CARTS, new TableTraffic(10, 10, Double.NaN, Double.NaN)),
                Map.of(),
                List.of(),
                List.of(),
                List.of()),
            OwnReads.NONE));
  }

  /** What is written of it by then, in the order of the columns; each is acknowledged. */
  private List<Object> look(Mode mode) {
    settlement.settle(Map.of(CARTS, carts), mode, false, now);
    return look();
  }

  private List<Object> look() {
    int before = driver.executed.size();
    rounds.tick();
    acknowledge();
    now += LOOK;
    return driver.executed.size() == before ? List.of() : last();
  }

  private void acknowledge() {
    List.copyOf(driver.pending).forEach(each -> each.complete(null));
    driver.pending.clear();
  }

  private List<Object> last() {
    return List.copyOf(
        ((SimpleStatement) driver.executed.get(driver.executed.size() - 1)).getPositionalValues());
  }

  private static List<Object> row(
      long sequence, Level level, Level safe, int window, String reason) {
    return List.of(
        "shop.carts",
        new UUID(1, 2),
        sequence,
        level.name(),
        safe.name(),
        window,
        "",
        level.name(),
        "",
        reason);
  }

  private void assertCounts(long written, long failed) {
    PublishedLevels published = rounds.published();
    assertThat(published.written()).isEqualTo(written);
    assertThat(published.failed()).isEqualTo(failed);
  }

  private List<String> problems() {
    return told.stream()
        .filter(event -> event.kind() == Kind.PUBLICATION)
        .map(LevelEvent::reason)
        .toList();
  }

  @Test
  void aWordIsWrittenOnceInEverySecondAndAtOnceWhenItIsAnother() {
    isKnown();
    assertThat(look(Mode.ADAPT))
        .isEqualTo(row(1, Level.ALL, Level.ALL, 0, "Nothing is known of the table's traffic yet."));
    for (int looks = 1; looks < 10; looks++) {
      assertThat(look(Mode.ADAPT)).isEmpty();
    }
    assertThat(look(Mode.ADAPT)).as("a second later").element(2).isEqualTo(2L);
    isQuiet();
    assertThat(look(Mode.ADAPT))
        .isEqualTo(
            row(3, Level.ONE, Level.ALL, 10, carts.status().decision().orElseThrow().reason()));
    assertCounts(3, 0);
    assertThat(problems()).isEmpty();
  }

  @Test
  void whereNothingIsDecidedTheLevelIsThatOfOwnReads() {
    isKnown();
    isQuiet();
    look(Mode.ADAPT);
    assertThat(look(Mode.OFF)).isEqualTo(row(2, Level.ONE, Level.ONE, 0, "Adaptation is off."));
    look(Mode.ADAPT);
    assertThat(look(Mode.OBSERVE).subList(3, 5)).containsExactly("ONE", "ONE");
    look(Mode.ADAPT);
    carts.leaveAlone("It has conditional writes.");
    assertThat(look(Mode.ADAPT))
        .isEqualTo(row(6, Level.ONE, Level.ONE, 0, "It has conditional writes."));
  }

  @Test
  void aPinIsPublishedWithoutAWindowAndWithASafeLevelThatIsAsStrong() {
    isKnown();
    isQuiet();
    carts.pin(Level.TWO);
    assertThat(look(Mode.OFF)).isEqualTo(row(1, Level.TWO, Level.ALL, 0, "The level is pinned."));
  }

  @Test
  void whatIsLostMeansTheSafeLevel() {
    isKnown();
    isQuiet();
    assertThat(look(Mode.ADAPT).subList(3, 5)).containsExactly("ONE", "ALL");
    now += 4 * SECOND;
    assertThat(look(Mode.ADAPT).subList(3, 5)).containsExactly("ALL", "ALL");
  }

  @Test
  void nothingIsSaidOfATableWhoseReplicasAreNotKnownOrThatCannotBeSettled() {
    assertThat(look(Mode.ADAPT)).isEmpty();
    isKnown();
    assertThat(look(Mode.ADAPT)).isNotEmpty();
    now += SECOND;
    rounds.settling();
    assertThat(look()).isEmpty();
  }

  @Test
  void whatWasSettledLongAgoIsSaidNoMore() {
    isKnown();
    look(Mode.ADAPT);
    now += 3 * SECOND - LOOK;
    assertThat(look()).as("three seconds later").isNotEmpty();
    now += SECOND;
    assertThat(look()).as("as after a long pause").isEmpty();
    assertThat(look(Mode.ADAPT)).element(2).isEqualTo(3L);
  }

  @Test
  void rangesAreThoseOfTheDecisionAndAllWhereClientsCannotTellThem() {
    isKnown();
    Decision raising =
        new Decision(
            Level.ONE,
            List.of(new Raise.TokenRange(0, 9, Level.ALL)),
            "A replica is back.",
            Optional.empty());
    settlement.settle(Map.of(CARTS, carts), Mode.ADAPT, false, now);
    rounds.settled(carts, raising, Mode.ADAPT);
    assertThat(look().subList(6, 8)).containsExactly("0:9", "ALL");
    isMurmur3 = false;
    rounds.settled(carts, raising, Mode.ADAPT);
    assertThat(look().subList(6, 8)).containsExactly("*", "ALL");
  }

  @Test
  void aMissingRightIsToldOnceAndTriedAgainTenSecondsLater() {
    isKnown();
    for (int i = 0; i < 2; i++) {
      driver.failures.add(new UnauthorizedException(FakeNode.of(1, "dc1").node, "no rights"));
    }
    look(Mode.ADAPT);
    assertThat(problems()).singleElement().asString().contains("GRANT MODIFY ON TABLE shop.levels");
    for (int second = 1; second < 9; second++) {
      now += SECOND;
      assertThat(look(Mode.ADAPT)).isEmpty();
    }
    now += 2 * SECOND;
    look(Mode.ADAPT);
    assertCounts(0, 2);
    assertThat(problems()).as("the same").hasSize(1);
    now += 10 * SECOND;
    assertThat(look(Mode.ADAPT)).isNotEmpty();
    assertCounts(1, 2);
  }

  @Test
  void aKindOfFailureIsToldOnceUntilThereWasNoneForAMinute() {
    isKnown();
    for (int second = 0; second < 9; second++) {
      if (second % 3 != 1) {
        driver.failures.add(new DriverTimeoutException("No answer to request " + second + "."));
      }
      look(Mode.ADAPT);
      now += SECOND;
    }
    assertCounts(3, 6);
    assertThat(problems()).containsExactly("Levels are not published: No answer to request 0.");
    now += 60 * SECOND;
    driver.failures.add(new DriverTimeoutException("Late."));
    look(Mode.ADAPT);
    assertThat(problems()).hasSize(2);
  }

  @Test
  void wordsThatNobodyAnswersAreThreeAtMostAndDelayNothing() {
    isKnown();
    for (int second = 0; second < 10; second++) {
      settlement.settle(Map.of(CARTS, carts), Mode.ADAPT, false, now);
      rounds.tick();
      now += SECOND;
    }
    assertThat(driver.executed).hasSize(3);
    acknowledge();
    assertThat(look(Mode.ADAPT)).isNotEmpty();
  }

  @Test
  void theLastWordIsTheSafeLevelAndIsSaidOnce() {
    isKnown();
    isQuiet();
    assertThat(look(Mode.ADAPT).subList(3, 5)).containsExactly("ONE", "ALL");
    for (int i = 0; i < 2; i++) {
      settlement.settle(Map.of(CARTS, carts), Mode.OFF, true, now);
    }
    assertThat(driver.executed).hasSize(2);
    assertThat(last())
        .isEqualTo(row(2, Level.ALL, Level.ALL, 0, "The publisher has closed its session."));
    now += 2 * SECOND;
    assertThat(look()).isEmpty();
  }

  @Test
  void theNewestWordThatWasAcknowledgedIsToldWithItsAgeAndWhyTheLatestFailed() {
    now += 2 * SECOND;
    assertThat(rounds.published().words())
        .containsExactly(
            new PublishedWord(CARTS, Optional.empty(), Duration.ofSeconds(2), Optional.empty()));
    isKnown();
    look(Mode.ADAPT);
    PublishedWord word = rounds.published().words().get(0);
    assertThat(word.acknowledged().orElseThrow().level()).isEqualTo(Level.ALL);
    assertThat(word.age()).isEqualTo(PublicationRounds.LOOK);
    now += SECOND;
    driver.failures.add(new DriverTimeoutException("No answer."));
    look(Mode.ADAPT);
    PublishedWord failed = rounds.published().words().get(0);
    assertThat(failed.acknowledged()).isEqualTo(word.acknowledged());
    assertThat(failed.age())
        .isEqualTo(Duration.ofSeconds(1).plus(PublicationRounds.LOOK.multipliedBy(2)));
    assertThat(failed.failure()).contains("No answer.");
    now += SECOND;
    look(Mode.ADAPT);
    assertThat(rounds.published().words().get(0).failure()).isEmpty();
  }

  @Test
  void anOlderWordThatIsAcknowledgedLateIsNotTheNewest() {
    isKnown();
    settlement.settle(Map.of(CARTS, carts), Mode.ADAPT, false, now);
    rounds.tick();
    isQuiet();
    settlement.settle(Map.of(CARTS, carts), Mode.ADAPT, false, now);
    rounds.tick();
    assertThat(driver.pending).hasSize(2);
    driver.pending.get(1).complete(null);
    driver.pending.get(0).complete(null);
    assertThat(rounds.published().words().get(0).acknowledged().orElseThrow().level())
        .isEqualTo(Level.ONE);
  }

  @Test
  void whereNothingWasSaidThereIsNoLastWord() {
    settlement.settle(Map.of(CARTS, carts), Mode.OFF, true, now);
    assertThat(driver.executed).isEmpty();
  }
}
