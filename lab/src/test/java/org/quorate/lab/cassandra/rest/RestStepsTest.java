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
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.lab.cassandra.rest.ModelNodes.Killed;
import org.quorate.lab.engine.EngineException;

final class RestStepsTest {
  private static final List<String> ALL = List.of("node1", "node2", "node3", "node4", "node5");
  private static final List<String> GEAR = List.of("node4", "node5");
  private static final Duration LONGEST = Duration.ofHours(2);

  /** Journal and nodes are those of the cluster; the controller is made anew by every command. */
  private final List<String> told = new ArrayList<>();

  private final ModelNodes nodes = new ModelNodes(ALL);
  private Instant now = Instant.parse("2026-11-27T12:00:00Z");
  private Duration grace = Duration.ofDays(10);
  private Optional<String> lack = Optional.empty();
  private RestJournal journal = new RestJournal(Path.of(""));

  @BeforeEach
  void foldersOfNodes(@TempDir Path cluster) throws IOException {
    for (String node : ALL) {
      Files.createDirectories(cluster.resolve(node));
    }
    journal = new RestJournal(cluster);
  }

  @Test
  void nodesRefuseClientsTogetherAndAreStoppedOneAfterAnother() throws Exception {
    rest();
    assertThat(nodes.done)
        .containsExactly(
            "refuse node4",
            "refuse node5",
            "drain node4",
            "stop node4",
            "drain node5",
            "stop node5");
    assertThat(journal.of("node4"))
        .contains(
            new RestEntry(
                RestStep.RESTING,
                now,
                now.plus(LONGEST),
                null,
                Map.of("node1", "1@1", "node2", "1@1", "node3", "1@1")));
  }

  @Test
  void clientsComeBackWhenAllLackNothing() throws Exception {
    rest();
    nodes.done.clear();
    wake();
    assertThat(nodes.done)
        .containsExactly(
            "stop node4",
            "begin node4",
            "stop node5",
            "begin node5",
            "seen node4",
            "seen node5",
            "hints node4",
            "hints node5",
            "admit node4",
            "admit node5");
    assertAwake();
  }

  @Test
  void aControllerKilledOnTheWayToRestIsFollowedByEitherCommand() throws Exception {
    int moments = momentsOf(this::rest);
    for (int moment = 0; moment < moments; moment++) {
      killed(moment, this::rest);
      rest();
      assertAtRest();
      wake();
      killed(moment, this::rest);
      wakeAgain();
      assertAwake();
    }
    assertThat(moments).isGreaterThan(10);
  }

  @Test
  void aControllerKilledOnTheWayBackIsFollowedByEitherCommand() throws Exception {
    rest();
    int moments = momentsOf(this::wake);
    for (int moment = 0; moment < moments; moment++) {
      rest();
      killed(moment, this::wake);
      wakeAgain();
      assertAwake();
      rest();
      killed(moment, this::wake);
      rest();
      assertAtRest();
      wake();
      assertAwake();
    }
    assertThat(moments).isGreaterThan(10);
  }

  /** 400 commands with a fixed seed, most of them killed, some nodes crashing in between. */
  @Test
  void whateverIsDoneInWhateverOrderNobodyHasClientsThatLacksWrites() throws Exception {
    Random random = new Random(23);
    for (int i = 0; i < 400; i++) {
      nodes.left = random.nextInt(24);
      List<String> some = random.nextBoolean() ? GEAR : List.of("node" + (4 + random.nextInt(2)));
      try {
        if (random.nextBoolean()) {
          steps().rest(some);
        } else {
          steps().wake(some, false);
        }
      } catch (Killed | EngineException ended) {
        // The next command goes on.
      }
      String one = some.get(0);
      if (random.nextInt(10) == 0 && journal.of(one).isPresent()) {
        nodes.crash(one);
      }
    }
    nodes.left = Integer.MAX_VALUE;
    wakeAgain();
    assertAwake();
    assertThat(nodes.done).hasSizeGreaterThan(400);
  }

  @Test
  void aNodeThatIsSentBackWhileItWakesRestsSinceItFirstDid() throws Exception {
    rest();
    RestEntry first = journal.of("node4").orElseThrow();
    int moments = momentsOf(this::wake);
    rest();
    now = now.plus(Duration.ofMinutes(20));
    killed(moments - 4, this::wake);
    assertThat(journal.of("node4").orElseThrow().step()).isEqualTo(RestStep.ADMITTING);
    rest();
    RestEntry again = journal.of("node4").orElseThrow();
    assertThat(again.step()).isEqualTo(RestStep.RESTING);
    assertThat(again.since()).isEqualTo(first.since());
    assertThat(again.until()).isEqualTo(first.until());
    assertThat(again.keepers()).isEqualTo(first.keepers());
  }

  @Test
  void whoHasRestedForItsTimeIsNotSentBack() throws Exception {
    rest();
    now = now.plus(LONGEST);
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(this::rest)
        .withMessage(
            "node4 has rested for as long as it may, until 2026-11-27T14:00:00Z; wake it.");
    wake();
    assertAwake();
  }

  @Test
  void whoLacksForgottenDeletionsIsNotStarted() throws Exception {
    rest();
    grace = Duration.ofHours(1);
    now = now.plus(grace);
    nodes.done.clear();
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(this::wake)
        .withMessageStartingWith("node4 has missed writes since 2026-11-27T12:00:00Z, for longer");
    assertThat(nodes.done).isEmpty();
    assertAtRest();
  }

  @Test
  void whereHintsMayBeLostNodesAreRepairedBeforeTheyHaveClients() throws Exception {
    rest();
    lack = Optional.of("node1, which kept writes for it, was started again");
    nodes.done.clear();
    wake();
    assertThat(nodes.done)
        .containsSubsequence("hints node4", "repair node4", "repair node5", "admit node4");
    assertThat(told)
        .containsExactly(
            "node4 is repaired before it has clients, since node1, which kept writes for it, was"
                + " started again.",
            "node5 is repaired before it has clients, since node1, which kept writes for it, was"
                + " started again.");
  }

  @Test
  void whoStillHasWritesForOthersDoesNotCountAsResting() throws Exception {
    nodes.keeps("node4", Set.of("node1"));
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(this::rest)
        .withMessageStartingWith("node4 still has writes for node1,");
    assertThat(journal.of("node4").map(RestEntry::step)).contains(RestStep.STOPPING);
    wake();
    assertAwake();
  }

  @Test
  void whoDoesNotRestIsNotWoken() {
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(this::wake)
        .withMessage("None of node4, node5 rests, so there is nobody to be woken.");
  }

  @Test
  void anUnreadableJournalIsToldAndNothingDone(@TempDir Path cluster) throws Exception {
    Path file = Files.createDirectories(cluster.resolve("node4")).resolve("rest.json");
    Files.writeString(file, "{\"step\": \"SLEEPY\"}");
    journal = new RestJournal(cluster);
    assertThatExceptionOfType(EngineException.class)
        .isThrownBy(this::wake)
        .withMessageContaining(file.toString())
        .withMessageEndingWith("have the node join the ring anew, without its data.");
    assertThat(nodes.done).isEmpty();
  }

  @Test
  void oneControllerAtATime(@TempDir Path cluster) throws Exception {
    try (RestLock lock = RestLock.take(cluster)) {
      assertThat(lock).isNotNull();
      assertThatExceptionOfType(EngineException.class)
          .isThrownBy(() -> RestLock.take(cluster))
          .withMessageStartingWith("Another command sends nodes of this cluster to rest");
    }
    RestLock.take(cluster).close();
  }

  private interface Command {
    void run() throws EngineException, InterruptedException;
  }

  private void rest() throws EngineException, InterruptedException {
    steps().rest(GEAR);
  }

  private void wake() throws EngineException, InterruptedException {
    steps().wake(GEAR, false);
  }

  /** The very same command as before; it is refused where it had been done whole. */
  private void wakeAgain() throws EngineException, InterruptedException {
    if (journal.of("node4").isPresent() || journal.of("node5").isPresent()) {
      wake();
    }
  }

  private RestSteps steps() {
    RestRules rules =
        new RestRules() {
          @Override
          public MayRest check(Set<String> wanted) throws EngineException {
            for (String node : wanted) {
              RestStep step = journal.of(node).map(RestEntry::step).orElse(RestStep.LEAVING);
              if (step == RestStep.LEAVING && !nodes.isRunning(node)) {
                throw new EngineException(node + " is down.");
              }
            }
            return new MayRest(LONGEST, "the hint window", List.of());
          }

          @Override
          public Duration leastGrace(Set<String> resting) {
            return grace;
          }

          @Override
          public Optional<String> hintsLack(String node, RestEntry rest) {
            return lack;
          }
        };
    return new RestSteps(ALL, journal, nodes, rules, () -> now, told::add);
  }

  /** At how many moments a controller can be killed; the command is done once. */
  private int momentsOf(Command command) throws EngineException, InterruptedException {
    int before = nodes.done.size();
    command.run();
    int moments = 2 * (nodes.done.size() - before);
    if (nodes.isAtRest("node4")) {
      wake();
    }
    return moments;
  }

  private void killed(int moment, Command command) throws EngineException, InterruptedException {
    nodes.left = moment;
    boolean killed = false;
    try {
      command.run();
    } catch (Killed expected) {
      killed = true;
    }
    assertThat(killed).isTrue();
    nodes.left = Integer.MAX_VALUE;
  }

  private void assertAtRest() throws EngineException {
    for (String node : GEAR) {
      assertThat(nodes.isAtRest(node)).isTrue();
      assertThat(journal.of(node).map(RestEntry::step)).contains(RestStep.RESTING);
    }
  }

  private void assertAwake() throws EngineException {
    for (String node : ALL) {
      assertThat(nodes.isAwake(node)).as(node).isTrue();
      assertThat(journal.of(node)).isEmpty();
    }
  }
}
