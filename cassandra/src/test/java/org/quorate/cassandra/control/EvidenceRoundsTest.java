package org.quorate.cassandra.control;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.UnauthorizedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.evidence.EvidenceStore;
import org.quorate.cassandra.monitor.FakeNode;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.monitor.replica.StandInRing;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.recency.MemorySettings;
import org.quorate.cassandra.recency.TableMemory;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.evidence.EvidenceCodec;
import org.quorate.core.evidence.EvidenceMap;
import org.quorate.core.evidence.EvidencePool;
import org.quorate.core.evidence.ProcessEvidence;
import org.quorate.core.evidence.RefusedEvidenceException;
import org.quorate.core.evidence.ReplicaBehind;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.Raise;
import org.quorate.core.random.SeededRandom;
import org.quorate.core.recency.AgeCounts;
import org.quorate.core.recency.AgedPairCounts;
import org.quorate.core.recency.ClassParts;
import org.quorate.core.recency.RecentWrites;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.Evidence;
import org.quorate.core.staleness.Propagation;
import org.quorate.core.staleness.RoundTrips;

/** Processes with a common table that is a map, on a clock that the test turns. */
class EvidenceRoundsTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final TableName ORDERS = new TableName("shop", "orders");
  private static final long EVERY = TimeUnit.SECONDS.toNanos(5);

  /** So many that each round is one to tell in. */
  private static final int READS_OF_A_ROUND = 600;

  private static final UUID LIAR = new UUID(9, 9);

  private final StandInRing ring =
      new StandInRing(10, 3, new UnauthorizedException(FakeNode.of(1, "dc1").node, "no rights"));
  private final Shared shared = new Shared();
  private final List<LevelEvent> events = new ArrayList<>();
  private final Client one = new Client(1, 0);
  private long now;

  /** The rows of all, as long as they live. */
  private static final class Shared implements EvidenceStore {
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private RuntimeException unreadable;
    private Exception unwritable;
    private RuntimeException thrown;
    private CompletableFuture<Rows> late;
    private int reads;
    private int writes;

    private void put(UUID process, String about, byte[] value) {
      rows.put(
          process + about, new Row(process, about, value == null ? null : ByteBuffer.wrap(value)));
    }

    private void raise() {
      if (thrown != null) {
        throw thrown;
      }
    }

    @Override
    public CompletionStage<?> write(UUID process, Map<TableName, byte[]> values) {
      writes++;
      raise();
      if (unwritable != null) {
        return CompletableFuture.failedFuture(unwritable);
      }
      values.forEach((table, value) -> put(process, table.toString(), value));
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Rows> read(int most) {
      reads++;
      raise();
      if (unreadable != null) {
        return CompletableFuture.failedFuture(unreadable);
      }
      List<Row> found = rows.values().stream().limit(most).toList();
      return late != null
          ? late
          : CompletableFuture.completedFuture(new Rows(found, found.size() >= most, 1));
    }
  }

  /** One of them, whose wall clock is ahead. */
  private final class Client {
    private final UUID id;
    private final Map<TableName, TableControl> tables = new LinkedHashMap<>();
    private final ReplicaRounds replicas;
    private final EvidenceRounds rounds;

    Client(int number, long aheadMillis) {
      this(number, aheadMillis, Level.ALL);
    }

    Client(int number, long aheadMillis, Level safe) {
      this(number, aheadMillis, safe, ring);
    }

    Client(int number, long aheadMillis, Level safe, StandInRing ring) {
      id = new UUID(0, number);
      Events told =
          new Events(List.of(events::add), Duration.ZERO, () -> now, InstantSource.system());
      tables.put(CARTS, control(CARTS, safe));
      tables.put(ORDERS, control(ORDERS, safe));
      replicas =
          new ReplicaRounds(
              ring.session,
              told,
              Runnable::run,
              () -> {},
              new PairedReplicas(List.of()),
              () -> now,
              7);
      rounds =
          new EvidenceRounds(
              id,
              EvidenceSettings.in(new TableName("shop", "evidence")),
              shared,
              tables,
              replicas,
              told,
              Runnable::run,
              () -> now,
              () -> Instant.ofEpochMilli(1_000_000_000 + aheadMillis + now / 1_000_000));
    }

    private TableControl carts() {
      return tables.get(CARTS);
    }

    private void read(int times) {
      for (TableControl table : tables.values()) {
        for (int i = 0; i < times; i++) {
          table.level().memory().ages().add(RecentWrites.NEVER_WRITTEN);
        }
        table.count(Mode.ADAPT, now);
      }
    }

    private EvidenceStanding standing() {
      return rounds.exchanged().tables().get(CARTS);
    }
  }

  private TableControl control(TableName table, Level safe) {
    TableControl made =
        new TableControl(
            TableSettings.of(table, 0.01, Level.ONE).withSafeLevel(safe),
            Level.ONE,
            Duration.ofSeconds(3),
            Duration.ofSeconds(40),
            LoopSettings.DEFAULT_PAIR_BUDGET,
            new TableMemory(MemorySettings.DEFAULT, () -> now));
    made.known(
        ClusterFacts.Answer.of(
            new ClusterFacts.TableFacts(
                new Replication(Map.of("dc1", 3)), "dc1", Level.ONE, Map.of())));
    made.propagation(
        new PropagationReading(new Propagation(0.01, 0.006, 0.017), "known", 1, 0, List.of()),
        made.levels(),
        0);
    return made;
  }

  private void round(Client... processes) {
    for (Client each : processes) {
      each.read(READS_OF_A_ROUND);
      each.rounds.tick();
    }
    now += EVERY;
  }

  private List<String> told() {
    return events.stream()
        .filter(event -> event.kind() == Kind.EVIDENCE)
        .map(LevelEvent::reason)
        .toList();
  }

  @Test
  void whatOwnPairsWaitedIsTold() throws RefusedEvidenceException {
    one.carts().level().memory().pairTimes().add(1_000_000, 5_000_000, now);
    round(one);
    ProcessEvidence told = EvidenceCodec.decode(shared.rows.get(one.id + CARTS.toString()).value());
    assertThat(told.pairTimes()).containsExactly((double) 0.003f);
    assertThat(told.budget().orElseThrow().window()).isEqualTo(Duration.ofMinutes(5));
  }

  private void lie(ProcessEvidence value) {
    shared.put(LIAR, CARTS.toString(), EvidenceCodec.encode(value));
  }

  private static ProcessEvidence of(long sequence, ReplicaBehind... behind) {
    return new ProcessEvidence(
        LIAR,
        sequence,
        0,
        AgeCounts.NONE,
        AgedPairCounts.NONE,
        ClassParts.NONE,
        Double.NaN,
        RoundTrips.NONE,
        List.of(behind));
  }

  @Test
  void processesWhoseClocksAreAMinuteApartHearOneAnother() {
    Client two = new Client(2, 60_000);
    for (int i = 0; i < 30; i++) {
      one.carts().level().memory().ages().add(TimeUnit.MILLISECONDS.toNanos(5));
      two.carts().level().memory().ages().add(TimeUnit.MILLISECONDS.toNanos(5));
    }
    round(one, two);
    round(one, two);
    assertThat(two.standing()).isEqualTo(new EvidenceStanding(1, 0, 0, false));
    round(one, two);
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(1, 0, 0, false));
    assertThat(shared.writes).as("one of each process and round").isEqualTo(6);
    assertThat(shared.reads).isEqualTo(6);
    assertThat(shared.rows).as("of each process and table").hasSize(4);
    Evidence own = one.carts().loop().pool(now).own();
    Evidence pooled = one.carts().loop().pool(now).lowering();
    assertThat(pooled.reads().total()).isGreaterThan(1.5 * own.reads().total());
    assertThat(told()).isEmpty();
  }

  @Test
  void processesThatTrustOneAnotherTakeTurnsUpToFiveOfThem() {
    Client two = new Client(2, 0);
    assertThat(one.rounds.turns(Duration.ofSeconds(1))).isEqualTo(1);
    round(one, two);
    round(one, two);
    round(one, two);
    assertThat(one.rounds.turns(Duration.ofSeconds(1))).isEqualTo(2);
    Client[] all = new Client[9];
    all[0] = one;
    all[1] = two;
    for (int i = 2; i < all.length; i++) {
      all[i] = new Client(i + 1, 0);
    }
    for (int i = 0; i < 3; i++) {
      round(all);
    }
    assertThat(one.rounds.turns(Duration.ofSeconds(1))).isEqualTo(5);
    assertThat(one.rounds.turns(Duration.ofSeconds(2))).as("one in each round").isEqualTo(2);
    one.tables.get(ORDERS).leaveAlone("not minded");
    assertThat(one.rounds.turns(Duration.ofSeconds(1))).isEqualTo(5);
    for (int i = 0; i < 5; i++) {
      round(one);
    }
    assertThat(one.rounds.turns(Duration.ofSeconds(1))).as("the others are silent").isEqualTo(1);
  }

  @Test
  void whoIsSilentIsTrustedForThreeRoundsAndHeardForTwelve() {
    Client two = new Client(2, 0);
    round(two, one);
    round(two, one);
    assertThat(one.standing().trusted()).isEqualTo(1);
    for (int left = 0; left < 3; left++) {
      round(one);
    }
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(1, 0, 15, false));
    round(one);
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(0, 1, 20, false));
    for (int left = 0; left < 9; left++) {
      round(one);
    }
    assertThat(one.standing())
        .as("though its row is there still")
        .isEqualTo(EvidenceStanding.NOBODY);
  }

  @Test
  void whoReadsLittleTellsInEachFourthRoundButForNewsAndIsTrustedForAsLong() {
    Client two = new Client(2, 0);
    for (int round = 0; round < 40; round++) {
      littleRound(one, two);
    }
    int before = shared.writes;
    for (int round = 0; round < 8; round++) {
      littleRound(one, two);
      assertThat(one.standing().trusted()).isEqualTo(1);
      assertThat(two.standing().trusted()).isEqualTo(1);
    }
    assertThat(shared.writes - before).as("two each").isEqualTo(4);
    assertThat(shared.reads).isEqualTo(shared.writes);
    int afterwards = shared.writes;
    one.carts().level().memory().pairs().add(-1, true);
    littleRound(one, two);
    assertThat(shared.writes).as("a stale read of one").isEqualTo(afterwards + 1);
    for (int round = 0; round < 13; round++) {
      littleRound(one);
    }
    assertThat(one.standing().trusted()).as("silent for a minute and more").isZero();
  }

  /** They still go by the many reads that they were told. */
  @Test
  void whoseTrafficEndsTellsBeforeOthersLoseTheirTrust() {
    Client two = new Client(2, 0);
    for (int round = 0; round < 20; round++) {
      round(one, two);
    }
    for (int round = 0; round < 20; round++) {
      two.rounds.tick();
      round(one);
      assertThat(one.standing().trusted()).isEqualTo(1);
    }
  }

  @Test
  void whoseTrafficRisesTellsInTheNextRound() {
    Client two = new Client(2, 0);
    for (int round = 0; round < 40; round++) {
      littleRound(one, two);
    }
    int before = shared.writes;
    one.read(1_000 * LITTLE);
    one.rounds.tick();
    assertThat(shared.writes).isEqualTo(before + 1);
  }

  private static final int LITTLE = 10;

  private void littleRound(Client... processes) {
    for (Client each : processes) {
      each.read(LITTLE);
      each.rounds.tick();
    }
    now += EVERY;
  }

  private double raised(Client process) {
    return process.replicas.behind("shop", process.carts().levels()).size();
  }

  @Test
  void aReplicaThatAnotherProcessHasSeenToBeBehindIsRaisedAndOnlyForSoLong() {
    UUID replica = ring.node(4).id;
    round(one);
    assertThat(raised(one)).isZero();
    lie(
        of(
            1,
            new ReplicaBehind(replica, 3, "It is back."),
            new ReplicaBehind(LIAR, 3, "No node.")));
    round(one);
    assertThat(raised(one)).as("at once").isEqualTo(1);
    assertThat(events)
        .filteredOn(event -> event.kind() == Kind.REPLICA_BEHIND)
        .singleElement()
        .asString()
        .matches("Another process has held the replica at .* for behind for 3 s: It is back\\.");
    for (int left = 0; left < 12; left++) {
      round(one);
      assertThat(raised(one)).isEqualTo(1);
    }
    round(one);
    assertThat(raised(one)).isZero();
    assertThat(events.stream().filter(event -> event.kind() == Kind.REPLICA_FRESH)).hasSize(1);
  }

  @Test
  void whatIsNoEvidenceIsRefusedCountedAndToldOnceForEachReason() {
    shared.put(LIAR, CARTS.toString(), new byte[] {2, 0, 0, 0, 0});
    round(one);
    round(one);
    assertThat(told()).containsExactly("Evidence is refused: it is of version 2, and known is 4.");
    shared.put(LIAR, CARTS.toString(), "garbage".getBytes(StandardCharsets.UTF_8));
    shared.put(new UUID(8, 8), CARTS.toString(), null);
    shared.put(new UUID(7, 7), CARTS.toString(), EvidenceCodec.encode(of(1)));
    shared.put(LIAR, "shop.others", new byte[3]);
    shared.put(LIAR, null, new byte[3]);
    round(one);
    assertThat(told())
        .hasSize(4)
        .anyMatch(reason -> reason.contains("of version 103"))
        .anyMatch(reason -> reason.contains("it is missing, or has more than"))
        .anyMatch(reason -> reason.contains("under the name of another process"));
    assertThat(one.rounds.exchanged().refused()).isEqualTo(2 + 3);
    assertThat(one.standing()).isEqualTo(EvidenceStanding.NOBODY);
  }

  @Test
  void aMissingTableIsOneEventAndIsLookedForAgainAfterAMinute() {
    shared.unwritable = new SourceException("There is no table.");
    shared.unreadable = new CompletionException(shared.unwritable);
    for (int left = 0; left < 24; left++) {
      round(one);
    }
    assertThat(shared.reads).as("every minute").isEqualTo(2);
    assertThat(told())
        .containsExactly("Evidence is not exchanged with other processes: There is no table.");
    assertThat(one.rounds.exchanged().failedReads()).isEqualTo(2);
    assertThat(one.rounds.exchanged().failedWrites()).isEqualTo(2);
    assertThat(one.rounds.exchanged().queries()).as("sent, whatever came of them").isEqualTo(2);
    assertThat(one.rounds.exchanged().writes()).isEqualTo(2);
    shared.unwritable = null;
    shared.unreadable = null;
    Client two = new Client(2, 0);
    for (int left = 0; left < 14; left++) {
      round(one, two);
    }
    assertThat(one.standing().trusted()).isEqualTo(1);
  }

  @Test
  void aFailureThatMayPassIsTriedAgainInTheNextRoundAndToldOnce() {
    shared.unreadable = new IllegalStateException("No answer.");
    for (int left = 0; left < 5; left++) {
      round(one);
    }
    assertThat(shared.reads).isEqualTo(5);
    assertThat(shared.rows).as("what is written is written all the same").hasSize(2);
    assertThat(told()).hasSize(1);
    shared.unreadable = null;
    round(one);
    shared.unreadable = new IllegalStateException("No answer.");
    round(one);
    assertThat(told()).as("again, after it was over").hasSize(2);
  }

  @Test
  void whatIsThrownIsAFailureThatMayPass() {
    shared.thrown = new IllegalStateException("Closed.");
    round(one);
    round(one);
    assertThat(shared.reads).isEqualTo(2);
    assertThat(shared.writes).isEqualTo(2);
    assertThat(told()).containsExactly("Evidence is not exchanged with other processes: Closed.");
    shared.thrown = null;
    round(one);
    assertThat(shared.rows).hasSize(2);
  }

  @Test
  void noRoundBeginsWhileOneIsUnderWayAndALateAnswerIsTakenIn() {
    lie(of(1, new ReplicaBehind(ring.node(4).id, 3, "It is back.")));
    shared.late = new CompletableFuture<>();
    for (int left = 0; left < 3; left++) {
      round(one);
    }
    assertThat(shared.reads).isEqualTo(1);
    CompletableFuture<EvidenceStore.Rows> answer = shared.late;
    shared.late = null;
    answer.complete(new EvidenceStore.Rows(List.copyOf(shared.rows.values()), false, 1));
    assertThat(raised(one)).isEqualTo(1);
    round(one);
    assertThat(shared.reads).isEqualTo(2);
  }

  @Test
  void tooManyRowsAreToldAndNobodyIsTrusted() {
    Client two = new Client(2, 0);
    round(two, one);
    for (int i = 0; i < 2 * EvidenceMap.MOST + 2; i++) {
      shared.put(new UUID(3, i), "shop.others", new byte[0]);
    }
    round(two, one);
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(0, 1, 0, false));
    assertThat(told())
        .contains("There are 2002 rows of evidence and more: others may only raise levels.");
  }

  @Test
  void ownPairsThatSpeakAgainstTheOthersAreToldAndEndTheirTrust() {
    Client two = new Client(2, 0);
    for (int i = 0; i < 40; i++) {
      one.carts().level().memory().pairs().add(-1, i % 4 == 0);
      for (int many = 0; many < 50; many++) {
        two.carts().level().memory().pairs().add(-1, false);
      }
    }
    for (int left = 0; left < 3; left++) {
      round(two, one);
    }
    assertThat(one.standing().contradicted()).isTrue();
    assertThat(told())
        .containsExactly(
            "Pairs of this process are stale more often than those of others make likely, so what"
                + " others tell may only raise levels.");
    assertThat(two.standing().contradicted()).isFalse();
    assertThat(two.carts().loop().pool(now).lowering().pairs().stale().total()).isGreaterThan(9);
  }

  @Test
  void whereReplicasAreOthersTalliesAreNotMixed() {
    Client two = new Client(2, 0);
    two.carts()
        .known(
            ClusterFacts.Answer.of(
                new ClusterFacts.TableFacts(
                    new Replication(Map.of("dc1", 5)), "dc1", Level.ONE, Map.of())));
    for (int left = 0; left < 3; left++) {
      one.carts().level().memory().pairs().add(-1, true);
      two.carts().level().memory().pairs().add(-1, true);
      round(two, one);
    }
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(0, 1, 0, false));
    EvidencePool pool = one.carts().loop().pool(now);
    assertThat(pool.lowering()).isEqualTo(pool.own());
    assertThat(pool.raising()).isEmpty();
  }

  /**
   * 300 reads a second, half of them of rows that were written up to 200 ms ago, by one process and
   * by twenty, ten seconds long; seed 13.
   */
  @Test
  void twentyProcessesDecideLikeOneWithinTenSecondsAndAloneTheyDoNot() {
    SeededRandom random = new SeededRandom(13);
    Client all = new Client(100, 0);
    Client alone = new Client(101, 0);
    List<Client> many = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      many.add(new Client(i, 200L * (i % 2)));
    }
    for (int second = 0; second <= 10; second++) {
      for (int read = 0; read < 300; read++) {
        long age = read % 2 == 0 ? -1 : (long) (random.nextDouble() * 2e8);
        all.carts().level().memory().ages().add(age);
        many.get(random.nextInt(20)).carts().level().memory().ages().add(age);
        if (read % 19 == 0) {
          alone.carts().level().memory().ages().add(age);
        }
      }
      for (Client each : many) {
        if (second % 5 == 0) {
          each.rounds.tick();
        }
        each.carts().count(Mode.ADAPT, now);
      }
      all.carts().count(Mode.ADAPT, now);
      alone.carts().count(Mode.ADAPT, now);
      now += EVERY / 5;
    }
    Raise.RecentlyWritten one = window(all);
    for (Client each : many) {
      assertThat(window(each).level()).isEqualTo(one.level());
      assertThat((double) window(each).withinNanos() / one.withinNanos())
          .as("a bin")
          .isBetween(0.9, 1.1);
    }
    assertThat((double) window(alone).withinNanos() / one.withinNanos()).isGreaterThan(1.2);
  }

  private static Raise.RecentlyWritten window(Client client) {
    return (Raise.RecentlyWritten) client.carts().loop().decision().orElseThrow().raises().get(0);
  }

  /** Pairs that were compared with weaker reads show less. */
  @Test
  void whereAnotherSafeLevelIsStatedTalliesAreNotMixed() {
    Client two = new Client(2, 0, Level.QUORUM);
    for (int left = 0; left < 3; left++) {
      round(two, one);
    }
    assertThat(one.standing()).isEqualTo(new EvidenceStanding(0, 1, 0, false));
  }

  @Test
  void ofATableThatIsLeftAloneNothingIsTold() {
    one.tables.values().forEach(table -> table.leaveAlone("By the test."));
    round(one);
    assertThat(shared.rows).isEmpty();
    assertThat(shared.reads).isZero();
    one.carts().leaveAlone(null);
    round(one);
    assertThat(shared.rows.keySet()).isEqualTo(Set.of(one.id + "shop.carts"));
  }

  @Test
  void aTableOfWhichNothingPlausibleIsKnownKeepsNoOtherFromBeingTold() {
    DelaySample tooLong = DelaySample.of(List.of(61.0));
    one.tables
        .get(ORDERS)
        .propagation(
            new PropagationReading(
                new Propagation(0.01, 0.006, 0.017),
                "known",
                1,
                0,
                List.of(),
                new RoundTrips(tooLong, tooLong),
                0),
            one.tables.get(ORDERS).levels(),
            0);
    round(one);
    round(one);
    assertThat(shared.rows.keySet()).isEqualTo(Set.of(one.id + "shop.carts"));
    assertThat(shared.writes).isEqualTo(2);
    assertThat(told())
        .containsExactly(
            "Evidence is not told to other processes: Evidence is not plausible: a round trip is"
                + " longer than 60.0 s.");
  }

  private static void goAndComeBack(Client seeing, FakeNode node) {
    seeing.replicas.tick(true, 1);
    node.state = NodeState.DOWN;
    seeing.replicas.tick(true, 1);
    node.state = NodeState.UP;
    seeing.replicas.tick(true, 1);
  }

  @Test
  void aReturnThatOneProcessSeesRaisesTheRangesOfTheOthers() {
    StandInRing answering = new StandInRing(10, 3, new IllegalStateException("No answer."));
    Client seeing = new Client(2, 0, Level.ALL, answering);
    seeing.replicas.tick(true, 1);
    round(seeing, one);
    assertThat(raised(one)).as("what is not known after a start is not told").isZero();
    goAndComeBack(seeing, answering.node(4));
    now += TimeUnit.SECONDS.toNanos(7);
    round(seeing, one);
    assertThat(raised(one)).isEqualTo(1);
    assertThat(one.replicas.seenBehind()).as("and is not told on").isEmpty();
    assertThat(events)
        .extracting(LevelEvent::reason)
        .anyMatch(reason -> reason.startsWith("Another process has held the replica at"));
  }

  /** Such as a return that nobody could ever see the end of. */
  @Test
  void whatAProcessKnowsOfReplicasOnlyForWantOfRightsIsNotTold() throws Exception {
    goAndComeBack(one, ring.node(4));
    assertThat(raised(one)).as("itself").isEqualTo(1);
    round(one);
    Map<UUID, Integer> behind = new HashMap<>();
    for (EvidenceStore.Row row : shared.rows.values()) {
      EvidenceCodec.decode(row.value()).behind().forEach(each -> behind.put(each.replica(), 1));
    }
    assertThat(behind).isEmpty();
  }
}
