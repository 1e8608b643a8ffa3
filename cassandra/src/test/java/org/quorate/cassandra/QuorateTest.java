package org.quorate.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.metadata.Node;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.quorate.cassandra.event.LevelEvent;
import org.quorate.cassandra.event.LevelEvent.Kind;
import org.quorate.cassandra.monitor.CounterSource;
import org.quorate.cassandra.monitor.NodeCounts;
import org.quorate.cassandra.monitor.SourceException;
import org.quorate.cassandra.session.AdaptiveSession;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

class QuorateTest {
  private static final class NoCounts implements CounterSource {
    @Override
    public String name() {
      return "none";
    }

    @Override
    public CompletionStage<NodeCounts> read(Node node, Set<TableName> tables) {
      return CompletableFuture.failedFuture(new SourceException("There are no counts."));
    }

    @Override
    public void close() {}
  }

  private final Queue<LevelEvent> told = new ConcurrentLinkedQueue<>();

  @ParameterizedTest
  @CsvSource({
    "PassThroughRequestThrottler, true, 0",
    "RateLimitingRequestThrottler, false, 1",
    "com.example.OwnThrottler, false, 1",
  })
  void whereTheDriverThrottlesRequestsNoReadsAreComparedAndThatIsTold(
      String throttler, boolean drawn, int events) {
    FakeSession driver = new FakeSession("LOCAL_QUORUM");
    driver.options.put(TypedDriverOption.REQUEST_THROTTLER_CLASS, throttler);
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.OBSERVE)
            .sampleShare(1)
            .counters(any -> List.of(new NoCounts()))
            .management(false)
            .table(TableSettings.of("shop.carts", 0.01, Level.ONE))
            .listener(told::add)
            .build();
    try (AdaptiveSession session = Quorate.adaptive(driver.session, settings)) {
      assertThat(session.pairs().isDrawn()).isEqualTo(drawn);
      assertThat(told).filteredOn(event -> event.kind() == Kind.SAMPLING).hasSize(events);
    }
  }

  @Test
  void sessionsThatWereClosedLeaveNoThreads() {
    Set<Thread> before = threads();
    for (int i = 0; i < 100; i++) {
      AdaptiveSettings settings =
          AdaptiveSettings.builder()
              .mode(i % 2 == 0 ? Mode.ADAPT : Mode.OBSERVE)
              .management(i % 3 == 0)
              .table(TableSettings.of("shop.carts", 0.01, Level.ONE))
              .build();
      Quorate.adaptive(new FakeSession("LOCAL_QUORUM").session, settings).close();
    }
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> before.containsAll(threads()));
  }

  /** As a session may that is closed at the same time. */
  @Test
  void aSessionThatCannotBeMadeLeavesNoThreadAndNoBean() throws Exception {
    Set<Thread> before = threads();
    Set<ObjectName> beans = beans();
    CqlSession driver = new FakeSession("LOCAL_QUORUM").session;
    AtomicBoolean closed = new AtomicBoolean();
    CqlSession closing =
        (CqlSession)
            Proxy.newProxyInstance(
                CqlSession.class.getClassLoader(),
                new Class<?>[] {CqlSession.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getContext") && closed.get()) {
                    throw new IllegalStateException("closed");
                  }
                  // Asked for when its levels are there, for the bean.
                  closed.compareAndSet(false, method.getName().equals("getName"));
                  return method.invoke(driver, arguments);
                });
    AdaptiveSettings settings =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .table(TableSettings.of("shop.carts", 0.01, Level.ONE))
            .build();
    assertThatThrownBy(() -> Quorate.adaptive(closing, settings)).hasMessage("closed");
    Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> before.containsAll(threads()));
    assertThat(beans()).isEqualTo(beans);
  }

  private static Set<ObjectName> beans() throws MalformedObjectNameException {
    return ManagementFactory.getPlatformMBeanServer()
        .queryNames(new ObjectName("org.quorate:type=LevelSwitch,*"), null);
  }

  private static Set<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("quorate"))
        .collect(Collectors.toSet());
  }
}
