package org.quorate.cassandra.guarantee;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.SessionMemory;
import org.quorate.core.guarantee.SessionTerms;
import org.quorate.core.level.Level;
import org.quorate.core.level.Replication;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.ReadLevels;

/** What guarantees add to each request, in two data centres. */
class ClientAllocationTest {
  private static final TableName CARTS = new TableName("shop", "carts");
  private static final ReadLevels LEVELS =
      new ReadLevels(
          new Replication(Map.of("dc1", 3, "dc2", 3)), "dc1", LevelLadder.GLOBAL, Level.QUORUM);
  private static final int REQUESTS = 1_000;

  /**
   * Until all is compiled, and what the virtual machine itself makes at the first calls is made.
   */
  private static final int ROUNDS = 50;

  private final SessionClient session =
      new SessionClient(Map.of(CARTS, guarantee()), Set.of(GuaranteedTo.SESSION));
  private final ScopeClient scope =
      new ScopeClient(
          Map.of(CARTS, guarantee()),
          session,
          new SessionMemory(new SessionTerms(Duration.ofMinutes(1), Duration.ofSeconds(10))),
          InstantSource.system());

  @Test
  void aSessionsRequestsAllocateNothing() {
    assertThat(allocated(request -> requests(session, request))).isZero();
  }

  @Test
  void aScopesRequestsAllocateNothing() {
    assertThat(allocated(request -> requests(scope, request))).isZero();
  }

  private static TableGuarantee guarantee() {
    TableGuarantee guarantee =
        new TableGuarantee(
            GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES, Guarantee.MONOTONIC_READS));
    guarantee.renew(LEVELS, Level.ALL, Map.of());
    assertThat(guarantee.plan()).isNotNull();
    return guarantee;
  }

  /** A write and three reads: of what was just written, of that again, and of another row. */
  private static void requests(Client client, int request) {
    client.written(CARTS, request, Level.QUORUM);
    long written = client.timestamp(request);
    for (int row = request; row < request + 2; row++) {
      for (int read = 0; read < 2; read++) {
        Level floor = client.floor(CARTS, row, TimeUnit.MILLISECONDS.toNanos(written));
        client.read(CARTS, row, floor == null ? Level.ONE : floor);
      }
    }
  }

  /** Bytes of so many requests, the least of several rounds. */
  private static long allocated(IntConsumer requests) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int request = 0; request < REQUESTS; request++) {
        requests.accept(request);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    return least;
  }
}
