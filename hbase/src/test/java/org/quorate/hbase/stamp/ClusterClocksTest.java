package org.quorate.hbase.stamp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One region server, which reports every 200 ms and whose clock is ahead. This machine's clock goes
 * on by 50 ms with each question, so a report is seen to change 100 ms after the last look at the
 * one before was begun.
 */
@Timeout(60)
class ClusterClocksTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final long REPORTS_EVERY = 200;
  private static final long LOOKS_EVERY = 50;

  private final AtomicLong own = new AtomicLong(1_000 * REPORTS_EVERY);
  private volatile long ahead = 5_000;
  private volatile boolean silent;
  private final AtomicInteger failures = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void theClocksAreKnownOnceTheyWereLearned() throws Exception {
    try (ClusterClocks clocks = clocks(LONG, LONG)) {
      assertThat(clocks.shift()).isZero();
      clocks.learn();
      assertThat(clocks.shift()).isEqualTo(5_050);
    }
  }

  @Test
  void aMasterThatDoesNotAnswerIsToldWithWhatToDo() throws Exception {
    failures.set(1);
    try (ClusterClocks clocks = clocks(LONG, LONG)) {
      assertThatThrownBy(clocks::learn)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no master")
          .hasMessageContaining("stamp.clock");
    }
  }

  @Test
  void aMasterThatHangsIsGivenUpAfterTheTimeOfAMeasurement() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch givenUp = new CountDownLatch(1);
    InvocationHandler hanging =
        (proxy, method, arguments) -> {
          if (method.getName().equals("getClusterMetrics")) {
            try {
              never.await();
            } catch (InterruptedException e) {
              givenUp.countDown();
            }
          }
          return null;
        };
    Connection connection = stub(Connection.class, "getAdmin", () -> stub(Admin.class, hanging));
    try (ClusterClocks clocks =
        new ClusterClocks(connection, Duration.ofMillis(200), LONG, LONG, own::get)) {
      assertThatThrownBy(clocks::learn)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("has not answered within 200ms")
          .hasMessageContaining("stamp.clock");
      // On a busy machine a question may be given up before its thread has begun.
      await()
          .until(
              () -> {
                assertThatThrownBy(clocks::learn).isInstanceOf(IOException.class);
                return givenUp.getCount() == 0;
              });
    }
  }

  /** The client of HBase goes on waiting in places where it cannot be interrupted. */
  @Test
  void whileAQuestionWaitsNoOtherIsAsked() throws Exception {
    CountDownLatch answer = new CountDownLatch(1);
    InvocationHandler hanging =
        (proxy, method, arguments) -> {
          if (method.getName().equals("getClusterMetrics") && asked.getAndIncrement() == 0) {
            boolean interrupted = true;
            while (interrupted) {
              try {
                answer.await();
                interrupted = false;
              } catch (InterruptedException e) {
                interrupted = true;
              }
            }
          }
          return admin(proxy, method, arguments);
        };
    Connection connection = stub(Connection.class, "getAdmin", () -> stub(Admin.class, hanging));
    try (ClusterClocks clocks = new ClusterClocks(connection, LONG, LONG, LONG, own::get)) {
      await()
          .until(
              () -> {
                assertThatThrownBy(() -> clocks.measure(Duration.ofMillis(100)))
                    .hasMessageContaining("has not answered within 100ms");
                return asked.get() == 1;
              });
      for (int measurement = 0; measurement < 3; measurement++) {
        assertThatThrownBy(() -> clocks.measure(Duration.ofMillis(100)))
            .hasMessageContaining("has not answered within 100ms");
      }
      assertThat(asked).hasValue(1);
      answer.countDown();
      clocks.learn();
      assertThat(clocks.shift()).isEqualTo(5_050);
    }
  }

  @Test
  void serversThatDoNotReportAreToldWithTheSettingThatSaysHowOften() throws Exception {
    silent = true;
    try (ClusterClocks clocks =
        new ClusterClocks(connection(), Duration.ofSeconds(3), LONG, LONG, own::get)) {
      // On a busy machine it may be that not even the master has answered in that time.
      await()
          .untilAsserted(
              () ->
                  assertThatThrownBy(clocks::learn)
                      .isInstanceOf(IOException.class)
                      .hasMessageContaining("hbase.regionserver.msginterval"));
    }
  }

  @Test
  void clocksAreMeasuredAgain() throws Exception {
    try (ClusterClocks clocks = clocks(Duration.ofMillis(50), LONG)) {
      clocks.learn();
      ahead = -3_000;
      clocks.watch();
      await().until(() -> clocks.shift() == -2_950);
    }
  }

  @Test
  void afterAFailureClocksAreMeasuredAgainSoon() throws Exception {
    try (ClusterClocks clocks = clocks(Duration.ofMillis(50), Duration.ofMillis(50))) {
      clocks.learn();
      int before = asked.get();
      failures.set(3);
      clocks.watch();
      await().until(() -> failures.get() == 0 && asked.get() > before + 10);
    }
  }

  private ClusterClocks clocks(Duration every, Duration afterFailure) {
    return new ClusterClocks(connection(), LONG, every, afterFailure, own::get);
  }

  private Connection connection() {
    return stub(Connection.class, "getAdmin", () -> stub(Admin.class, this::admin));
  }

  private Object admin(Object proxy, Method method, Object[] arguments) throws IOException {
    if (!method.getName().equals("getClusterMetrics")) {
      return null;
    }
    asked.incrementAndGet();
    if (failures.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new IOException("no master");
    }
    long now = own.addAndGet(LOOKS_EVERY);
    long reported = silent ? 7 : now - Math.floorMod(now, REPORTS_EVERY) + ahead;
    ServerMetrics server = stub(ServerMetrics.class, "getReportTimestamp", () -> reported);
    return stub(
        ClusterMetrics.class,
        "getLiveServerMetrics",
        () -> Map.of(ServerName.valueOf("server", 1, 1), server));
  }

  private interface Answer {
    Object get();
  }

  private static <T> T stub(Class<T> type, String name, Answer answer) {
    return stub(
        type,
        (proxy, method, arguments) -> {
          if (method.getName().equals(name)) {
            return answer.get();
          }
          throw new UnsupportedOperationException(method.toString());
        });
  }

  private static <T> T stub(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
