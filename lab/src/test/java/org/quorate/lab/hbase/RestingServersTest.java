package org.quorate.lab.hbase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningNode;

/** Servers that rest, on a cluster of three that is only pretended. */
@Timeout(120)
class RestingServersTest {
  private static final String META = "meta";

  private final List<String> told = new CopyOnWriteArrayList<>();
  private final FakeNode one = new FakeNode(1, told::add);
  private final FakeNode two = new FakeNode(2, told::add);
  private final FakeNode three = new FakeNode(3, told::add);
  private final Cluster cluster = new Cluster();
  private final RestingServers servers =
      new RestingServers(List.of(one, two, three), cluster, Duration.ofSeconds(60));

  @Test
  void aServerThatRestsHoldsNothingNotEvenMeta() throws Exception {
    servers.awake(1, false, listener());

    assertThat(cluster.heldBy(one)).hasSize(7);
    assertThat(cluster.heldBy(two)).isEmpty();
    assertThat(cluster.heldBy(three)).isEmpty();
    assertThat(cluster.reserved).containsExactlyInAnyOrder(two, three);
    assertThat(List.of(two.state(), three.state())).containsOnly(NodeState.READY);
    assertThat(servers.awake()).containsExactly(one);
    assertThat(told)
        .containsSubsequence(
            "reserve node2 node3", "moved true", "spread 5", "rests node2", "rests node3")
        .filteredOn(each -> each.equals("moved true"))
        .hasSize(5);
  }

  @Test
  void aProcessIsStoppedOnlyAfterItsRegionsAreOpenElsewhere() throws Exception {
    cluster.moveNanos = Duration.ofMillis(20).toNanos();
    servers.awake(2, true, listener());

    assertThat(three.state()).isEqualTo(NodeState.STOPPED);
    assertThat(told.indexOf("stop node3")).isGreaterThan(told.lastIndexOf("opened"));
    assertThat(told).endsWith("stop node3", "rests node3 stopped");
    assertThat(cluster.heldBy(one)).hasSize(4);
    assertThat(cluster.heldBy(two)).hasSize(3);
  }

  @Test
  void regionsComeBackEvenlyWhenServersAreWoken() throws Exception {
    servers.awake(1, true, listener());
    told.clear();
    servers.awake(3, true, listener());

    for (FakeNode node : List.of(one, two, three)) {
      assertThat(node.state()).isEqualTo(NodeState.READY);
      assertThat(cluster.tables(node)).containsEntry("table", 2L);
    }
    assertThat(cluster.reserved).isEmpty();
    assertThat(told)
        .startsWith("wakes node2", "wakes node3")
        .containsSubsequence("release node2 node3", "moved true", "serves node2", "serves node3")
        .contains("start node2", "start node3");
  }

  @Test
  void whatIsSoAlreadyIsLeftAlone() throws Exception {
    servers.awake(3, true, listener());
    servers.wakeAll(listener());
    servers.awake(2, false, listener());
    told.clear();
    servers.awake(2, false, listener());

    assertThat(told).isEmpty();
  }

  @Test
  void aMoveThatFailsIsAskedForAgain() throws Exception {
    cluster.failingMoves.set(3);
    servers.awake(1, true, listener());

    assertThat(cluster.heldBy(one)).hasSize(7);
    assertThat(told).filteredOn(each -> each.equals("moved false")).hasSize(3);
    assertThat(three.state()).isEqualTo(NodeState.STOPPED);
  }

  @Test
  void noMoreMovesAreUnderWayAtOnceThanASmallNumber() throws Exception {
    cluster.moveNanos = Duration.ofMillis(20).toNanos();
    for (int region = 0; region < 40; region++) {
      cluster.places.put("more-" + region, three);
    }
    servers.awake(2, false, listener());

    assertThat(cluster.mostUnderWay.get()).isBetween(2, 4);
  }

  @Test
  void nothingIsStoppedWhereRegionsCannotBeMovedAndAllIsMadeWholeAgain() throws Exception {
    RestingServers hasty =
        new RestingServers(List.of(one, two, three), cluster, Duration.ofSeconds(1));
    cluster.failingMoves.set(Integer.MAX_VALUE);

    assertThatThrownBy(() -> hasty.awake(1, true, listener()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("The regions are not spread over node1")
        .hasMessageContaining("refused");
    assertThat(told).noneMatch(each -> each.startsWith("stop"));

    cluster.failingMoves.set(0);
    // So hasty that it gives up where the machine stands still, and has to be asked again.
    Awaitility.await()
        .ignoreExceptionsInstanceOf(EngineException.class)
        .until(
            () -> {
              hasty.wakeAll(listener());
              return true;
            });

    assertThat(cluster.reserved).isEmpty();
    assertThat(hasty.awake()).containsExactly(one, two, three);
    assertThat(cluster.tables(three)).containsEntry("table", 2L);
  }

  @Test
  void aServerThatIsGivenARegionInTheLastMomentIsNotStopped() {
    cluster.sneaky = true;

    assertThatThrownBy(() -> servers.awake(2, true, listener()))
        .isInstanceOf(EngineException.class)
        .hasMessageContaining("node3 was not stopped")
        .hasMessageContaining("late");
    assertThat(three.state()).isEqualTo(NodeState.READY);
  }

  @Test
  void aServerThatDoesNotStartIsStartedAgainBeforeTheNextRun() throws Exception {
    servers.awake(2, true, listener());
    three.failingStarts.set(1);

    assertThatThrownBy(() -> servers.awake(3, true, listener()))
        .isInstanceOf(EngineException.class)
        .hasMessage("node3 did not become ready.");

    servers.wakeAll(listener());

    assertThat(three.state()).isEqualTo(NodeState.READY);
    assertThat(servers.awake()).hasSize(3);
    assertThat(cluster.tables(three)).containsEntry("table", 2L);
  }

  @Test
  void anInterruptionInTheMiddleIsMadeWholeAgain() throws Exception {
    cluster.moveNanos = Duration.ofMinutes(5).toNanos();
    Thread run =
        new Thread(
            () -> {
              try {
                servers.awake(1, true, listener());
              } catch (EngineException | InterruptedException expected) {
                told.add("ended");
              }
            });
    run.start();
    cluster.begun.await();
    run.interrupt();
    run.join();
    cluster.moveNanos = 0;
    servers.wakeAll(listener());

    assertThat(told).contains("ended").noneMatch(each -> each.startsWith("stop"));
    assertThat(servers.awake()).hasSize(3);
    assertThat(cluster.reserved).isEmpty();
    for (FakeNode node : List.of(one, two, three)) {
      assertThat(cluster.tables(node)).containsEntry("table", 2L);
    }
  }

  /** As where a request was on its way to the master when its thread was interrupted. */
  @Test
  void aMoveThatTheMasterHearsOfAfterAnInterruptionComesBeforeTheNextLook() throws Exception {
    Thread run =
        new Thread(
            () -> {
              try {
                servers.awake(1, true, listener());
              } catch (EngineException | InterruptedException expected) {
                told.add("ended");
              }
            });
    cluster.interrupted = run;
    run.start();
    cluster.begun.await();
    run.interrupt();
    run.join();
    cluster.interrupted = null;
    servers.wakeAll(listener());
    cluster.whole = true;

    Awaitility.await().until(() -> cluster.underWay.get() == 0);
    for (FakeNode node : List.of(one, two, three)) {
      assertThat(cluster.tables(node)).containsEntry("table", 2L);
    }
  }

  @Test
  void thereIsAlwaysOneAwake() {
    assertThatThrownBy(() -> servers.awake(0, false, listener()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> servers.awake(4, false, listener()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private RestListener listener() {
    return new RestListener() {
      @Override
      public void moved(boolean done) {
        told.add("moved " + done);
      }

      @Override
      public void spread(int regions, double seconds) {
        told.add("spread " + regions);
      }

      @Override
      public void rests(RunningNode node, boolean stopped) {
        told.add("rests " + node.name() + (stopped ? " stopped" : ""));
      }

      @Override
      public void wakes(RunningNode node) {
        told.add("wakes " + node.name());
      }

      @Override
      public void serves(RunningNode node, double seconds) {
        told.add("serves " + node.name());
      }
    };
  }

  /** Six regions of a table, two on each server, and meta on the last. */
  private final class Cluster implements RegionControl {
    final Map<String, RunningNode> places = new ConcurrentHashMap<>();
    final Set<RunningNode> reserved = Collections.synchronizedSet(new HashSet<>());
    final AtomicInteger failingMoves = new AtomicInteger();
    final AtomicInteger mostUnderWay = new AtomicInteger();
    final CountDownLatch begun = new CountDownLatch(1);
    private final AtomicInteger underWay = new AtomicInteger();
    private final Set<String> away = ConcurrentHashMap.newKeySet();
    volatile long moveNanos;
    volatile boolean whole;

    /** What this thread asks for is heard of late, once it was interrupted; null for none. */
    volatile Thread interrupted;

    volatile boolean sneaky;

    Cluster() {
      for (int region = 0; region < 6; region++) {
        places.put("region-" + region, List.of(one, two, three).get(region % 3));
      }
      places.put(META, three);
    }

    @Override
    public Map<String, String> heldBy(RunningNode node) throws IOException {
      if (node.state() != NodeState.READY) {
        throw new IOException(node.name() + " does not answer");
      }
      Map<String, String> held = new TreeMap<>();
      places.forEach(
          (region, place) -> {
            if (place == node) {
              held.put(region, region.equals(META) ? META : "table");
            }
          });
      if (sneaky && held.isEmpty()) {
        // Somebody else gives it a region once it has said that it holds none.
        places.put("late", node);
      }
      return held;
    }

    Map<String, Long> tables(RunningNode node) throws IOException {
      return new HashMap<>(
          heldBy(node).values().stream()
              .collect(Collectors.groupingBy(table -> table, Collectors.counting())));
    }

    @Override
    public Optional<String> inTransition() {
      return away.stream().findFirst();
    }

    @Override
    public void move(String region, RunningNode to) throws IOException {
      begun.countDown();
      mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
      try {
        if (failingMoves.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
          throw new IOException("refused");
        }
        Thread asking = interrupted;
        if (asking != null) {
          hearLate(asking);
        }
        away.add(region);
        places.remove(region);
        long until = System.nanoTime() + moveNanos;
        while (System.nanoTime() - until < 0 && !Thread.currentThread().isInterrupted()) {
          LockSupport.parkNanos(1_000_000);
        }
        places.put(region, to);
        away.remove(region);
        told.add("opened");
      } finally {
        underWay.decrementAndGet();
      }
    }

    /** Once who asked waits for it; where nobody does, when all has been made whole without it. */
    private void hearLate(Thread asking) {
      while (!Thread.interrupted()) {
        LockSupport.parkNanos(1_000_000);
      }
      Awaitility.await().until(() -> asking.getState() == Thread.State.TIMED_WAITING || whole);
    }

    @Override
    public void reserve(Collection<RunningNode> nodes) {
      reserved.addAll(nodes);
      told.add("reserve " + names(nodes));
    }

    @Override
    public void release(Collection<RunningNode> nodes) {
      reserved.removeAll(nodes);
      told.add("release " + names(nodes));
    }

    private static String names(Collection<RunningNode> nodes) {
      return nodes.stream().map(RunningNode::name).collect(Collectors.joining(" "));
    }
  }
}
