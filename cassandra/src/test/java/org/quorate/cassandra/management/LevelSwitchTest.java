package org.quorate.cassandra.management;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.monitor.OwnReads;
import org.quorate.cassandra.session.FakeSession;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.LoopSettings;
import org.quorate.core.level.Level;

class LevelSwitchTest {
  private static final String SHARED = "LevelSwitchTest";

  @Test
  void sessionsOfOneNameHaveABeanEach() throws Exception {
    try (LevelController first = controller();
        LevelController second = controller()) {
      Runnable firstGone = LevelSwitch.register(first, SHARED);
      Runnable secondGone = LevelSwitch.register(second, SHARED);
      assertThat(beans()).hasSize(2);
      firstGone.run();
      assertThat(beans())
          .singleElement()
          .extracting(name -> name.getKeyProperty("number"))
          .isEqualTo("2");
      secondGone.run();
      assertThat(beans()).isEmpty();
    }
  }

  @Test
  void freshnessIsALineForEachTable() {
    try (LevelController levels = controller()) {
      assertThat(new LevelSwitch(levels).getFreshness())
          .containsExactly(
              "shop.carts: It is not known which share of the writes was visible at every replica"
                  + " within 100ms.");
    }
  }

  @Test
  void anErrorBudgetIsALineForEachTableThatKeepsOne() {
    try (LevelController levels = controller()) {
      assertThat(new LevelSwitch(levels).getErrorBudgets())
          .containsExactly(
              "shop.carts: There were no reads to spend the error budget of 1 % of the reads of"
                  + " 5m.");
    }
  }

  private static Set<ObjectName> beans() throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .queryNames(
            new ObjectName(
                "org.quorate:type=LevelSwitch,session=" + ObjectName.quote(SHARED) + ",*"),
            null);
  }

  private static LevelController controller() {
    return new LevelController(
        new FakeSession("LOCAL_QUORUM").session,
        AdaptiveSettings.builder()
            .table(
                TableSettings.of(new TableName("shop", "carts"), 0.01, Level.ONE)
                    .withBudgetWindow(LoopSettings.DEFAULT_BUDGET_WINDOW))
            .build(),
        new Events(List.of(), Duration.ZERO, System::nanoTime, InstantSource.system()),
        () -> OwnReads.NONE,
        System::nanoTime);
  }
}
