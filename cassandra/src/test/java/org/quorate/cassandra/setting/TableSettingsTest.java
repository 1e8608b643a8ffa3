package org.quorate.cassandra.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.quorate.cassandra.guarantee.GuaranteeSettings;
import org.quorate.core.freshness.FreshnessObjective;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.level.Level;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.Policies;
import org.quorate.core.staleness.KeyPopularity;

final class TableSettingsTest {
  private static final TableSettings PLAIN = TableSettings.of("shop.cart", 0.01, Level.QUORUM);

  private static final Map<String, UnaryOperator<TableSettings>> CHANGES =
      Map.of(
          "window", settings -> settings.withWindow(Duration.ZERO),
          "policy", settings -> settings.withPolicy(Policies.of("quorate", 0.5)),
          "popularity", settings -> settings.withPopularity(KeyPopularity.uniform(9)),
          "safeLevel", settings -> settings.withSafeLevel(Level.ALL),
          "whenUnreachable",
              settings -> settings.withWhenUnreachable(WhenUnreachable.SERVE_AND_REPORT),
          "ladder", settings -> settings.withLadder(LevelLadder.GLOBAL),
          "guarantees",
              settings -> settings.withGuarantees(GuaranteeSettings.of(Guarantee.READ_YOUR_WRITES)),
          "freshness",
              settings -> settings.withFreshness(FreshnessObjective.DEFAULT.withShare(0.9)),
          "budgetWindow", settings -> settings.withBudgetWindow(Duration.ofHours(1)));

  static Stream<String> changes() {
    return CHANGES.keySet().stream();
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeKeepsTheOthers(String name) throws Exception {
    for (UnaryOperator<TableSettings> earlier : CHANGES.values()) {
      TableSettings before = earlier.apply(PLAIN);
      if (!name.equals("guarantees") && !name.equals("whenUnreachable")) {
        assertThat(different(before, change(name, before))).isSubsetOf(name);
      }
    }
    assertThat(different(PLAIN, change(name, PLAIN))).containsExactly(name);
  }

  private static TableSettings change(String name, TableSettings settings) {
    return Objects.requireNonNull(CHANGES.get(name)).apply(settings);
  }

  private static List<String> different(TableSettings one, TableSettings other) throws Exception {
    List<String> names = new ArrayList<>();
    for (RecordComponent each : TableSettings.class.getRecordComponents()) {
      if (!Objects.equals(each.getAccessor().invoke(one), each.getAccessor().invoke(other))) {
        names.add(each.getName());
      }
    }
    return names;
  }
}
