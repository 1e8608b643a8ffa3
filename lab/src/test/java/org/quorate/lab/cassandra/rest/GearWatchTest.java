package org.quorate.lab.cassandra.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.GearState;
import org.quorate.core.rest.GearTerms;
import org.quorate.core.rest.NodeCount;
import org.quorate.core.rest.RestDecision;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;
import org.quorate.lab.cassandra.rest.ModelNodes.Killed;
import org.quorate.lab.engine.EngineException;

/** The real steps and journal on model nodes, with a load of the test's own. */
final class GearWatchTest {
  private static final List<String> ALL = List.of("node1", "node2", "node3", "node4", "node5");
  private static final List<String> GEAR = List.of("node4", "node5");
  private static final Duration LONGEST = Duration.ofHours(2);
  private static final Duration LOOK = Duration.ofSeconds(10);
  private static final Duration STAY = Duration.ofMinutes(1);
  private static final GearPolicy POLICY = new GearPolicy(new GearTerms(1000, 0.4, STAY), LOOK);

  private final List<String> told = new ArrayList<>();
  private final ModelNodes nodes = new ModelNodes(ALL);
  private Instant now = Instant.parse("2026-11-28T12:00:00Z");
  private RestJournal journal = new RestJournal(Path.of(""));
  private RestDecision verdict = new MayRest(LONGEST, "the hint window of node1, 3h", List.of());
  private Optional<String> lack = Optional.empty();
  private long executed;
  private long perSecond;
  private GearWatch watch = watch();

  @BeforeEach
  void foldersOfNodes(@TempDir Path cluster) throws IOException {
    for (String node : ALL) {
      Files.createDirectories(cluster.resolve(node));
    }
    journal = new RestJournal(cluster);
    watch = watch();
  }

  @Test
  void theGearRestsWhenTheLoadHasFallenAndComesBackWhenItRises() throws Exception {
    perSecond = 500;
    looks(10);
    assertThat(watch.state()).isEqualTo(GearState.AWAKE);
    perSecond = 100;
    looks(8);
    assertThat(watch.state()).isEqualTo(GearState.RESTING);
    assertThat(nodes.isAtRest("node4")).isTrue();
    assertThat(nodes.isAtRest("node5")).isTrue();
    perSecond = 1200;
    looks(1);
    assertAwake();
    assertThat(told)
        .containsExactly(
            "Their rows let them rest for up to 2h at a time (the hint window of node1, 3h).",
            "They stay awake until the load has been seen for 1m.",
            "They stay awake, since the load is above 400 operations/s. The load is 500"
                + " operations/s now.",
            "They stay awake, since the load has been above 400 operations/s in the last 1m. The"
                + " load is 100 operations/s now.",
            "They go to rest, since without them the busiest of the others has at most 100"
                + " operations/s, not above 400.",
            "node4, node5 rest until 2026-11-28T14:02:40Z at most (the hint window of node1, 3h).",
            "They are left as they are until the load is known.",
            "They rest, since the load is not for certain above 1000 operations/s. The load is"
                + " 100 operations/s now.",
            "They are woken, since the busiest of the others has at least 1157 operations/s,"
                + " above 1000.",
            "node4, node5 are awake, and have clients again.");
  }

  @Test
  void whoCouldNotRestAtAnyLoadIsToldAtOnce() throws Exception {
    verdict = new MustStay("Keyspace a has the materialised view a.b; drop it.");
    looks(1);
    assertThat(told)
        .first()
        .isEqualTo(
            "As it is now they could not rest: Keyspace a has the materialised view a.b; drop it.");
  }

  @Test
  void itIsCalledToWakeBeforeItsTimeIsOver() throws Exception {
    looks(8);
    Instant until = journal.of("node4").orElseThrow().until();
    while (watch.state() == GearState.RESTING) {
      looks(1);
    }
    assertThat(now).isBeforeOrEqualTo(until).isAfter(until.minus(LOOK.multipliedBy(2)));
    assertAwake();
  }

  @Test
  void itIsWokenWhenARestMayNoLongerLastForAsLongAsItDid() throws Exception {
    looks(8);
    looks(60);
    assertThat(watch.state()).isEqualTo(GearState.RESTING);
    verdict = new MayRest(Duration.ofMinutes(5), "gc_grace_seconds of table a.b, 15m", List.of());
    looks(1);
    assertAwake();
  }

  @Test
  void itIsWokenWhenAnAwakeNodeIsDown() throws Exception {
    looks(8);
    verdict = new MustStay("node1 is down; have it back before any node rests.");
    looks(1);
    assertAwake();
    assertThat(told)
        .contains("They may rest no longer: node1 is down; have it back before any node rests.");
  }

  @Test
  void aRestThatIsRefusedChangesNothing() throws Exception {
    looks(6);
    lack = Optional.of("node4 is down.");
    looks(4);
    assertThat(watch.state()).isEqualTo(GearState.AWAKE);
    assertThat(nodes.done).isEmpty();
    assertThat(told).contains("node4 is down.");
  }

  @Test
  void aRestThatFailsIsUndone() throws Exception {
    nodes.keeps("node4", Set.of("node1"));
    looks(8);
    assertAwake();
    assertThat(nodes.done).contains("stop node4");
    assertThat(told)
        .anyMatch(sentence -> sentence.startsWith("node4 still has writes for node1,"))
        .last()
        .isEqualTo("They stay awake until the load has been seen for 1m.");
  }

  @Test
  void whoHasForgottenDeletionsIsToldOfOnceAndTriedAgain() throws Exception {
    looks(8);
    now = now.plus(Duration.ofDays(11));
    looks(3);
    assertThat(watch.state()).isEqualTo(GearState.RESTING);
    assertThat(told)
        .last()
        .asString()
        .startsWith("node4 has missed writes since")
        .endsWith("It is tried again at each look.");
    assertThat(told).doesNotHaveDuplicates();
  }

  @Test
  void whatIsWrittenDownAndUnreadableEndsIt(@TempDir Path cluster) throws Exception {
    looks(8);
    Files.writeString(Files.createDirectories(cluster.resolve("node4")).resolve("rest.json"), "{");
    journal = new RestJournal(cluster);
    watch = watch();
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(() -> looks(1))
        .withMessageStartingWith("What is written down of the rest of node4");
  }

  /** 300 looks with a fixed seed, the controller killed in many of them. */
  @Test
  void aControllerKilledAtAnyMomentIsFollowedByTheNext() throws Exception {
    Random random = new Random(23);
    for (int i = 0; i < 300; i++) {
      perSecond = random.nextInt(10) == 0 ? 1200 : 50;
      nodes.left = random.nextInt(60);
      try {
        looks(1);
      } catch (Killed next) {
        watch = watch();
      }
    }
    nodes.left = Integer.MAX_VALUE;
    perSecond = 1200;
    looks(3);
    assertAwake();
    perSecond = 0;
    looks(10);
    assertThat(watch.state()).isEqualTo(GearState.RESTING);
  }

  private void looks(int number) throws EngineException, InterruptedException {
    for (int i = 0; i < number; i++) {
      now = now.plus(LOOK);
      executed += perSecond * LOOK.toSeconds();
      watch.look();
    }
  }

  private GearWatch watch() {
    RestRules rules =
        new RestRules() {
          @Override
          public MayRest check(Set<String> wanted) throws EngineException {
            if (lack.isPresent()) {
              throw new EngineException(lack.get());
            }
            return (MayRest) verdict;
          }

          @Override
          public Duration leastGrace(Set<String> resting) {
            return Duration.ofDays(10);
          }

          @Override
          public Optional<String> hintsLack(String node, RestEntry rest) {
            return Optional.empty();
          }
        };
    RestSteps steps = new RestSteps(ALL, journal, nodes, rules, () -> now, told::add);
    GearControls controls =
        new GearControls() {
          @Override
          public RestDecision verdict() {
            return verdict;
          }

          @Override
          public Map<String, NodeCount> executed() {
            return Map.of(
                "node1", new NodeCount(executed, nanos()),
                "node2", new NodeCount(executed / 2, nanos()));
          }

          @Override
          public MayRest rest() throws EngineException, InterruptedException {
            return steps.rest(GEAR);
          }

          @Override
          public void wake() throws EngineException, InterruptedException {
            steps.wake(GEAR, false);
          }
        };
    return new GearWatch(GEAR, POLICY, journal, controls, () -> now, this::nanos, told::add);
  }

  private long nanos() {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }

  private void assertAwake() throws EngineException {
    assertThat(watch.state()).isEqualTo(GearState.AWAKE);
    for (String node : ALL) {
      assertThat(nodes.isAwake(node)).as(node).isTrue();
    }
  }
}
