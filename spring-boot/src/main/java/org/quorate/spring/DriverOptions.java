package org.quorate.spring;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.DriverOption;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import com.typesafe.config.ConfigUtil;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.cassandra.autoconfigure.DriverConfigLoaderBuilderCustomizer;

/**
 * Puts what was stated as properties where a session looks for its settings: into the driver's
 * configuration, under {@code datastax-java-driver.quorate}. There it wins over the driver's file.
 * Immutable.
 */
final class DriverOptions implements DriverConfigLoaderBuilderCustomizer {
  private static final String ROOT = "quorate";

  /** Texts, or lists of texts, by path. */
  private final Map<String, Object> values = new LinkedHashMap<>();

  DriverOptions(QuorateProperties properties) {
    put(properties.mode(), "mode");
    put(properties.profiles(), "profiles");
    put(properties.interval(), "interval");
    put(properties.propagationInterval(), "propagation-interval");
    put(properties.sampleShare(), "sample-share");
    put(properties.eventPeriod(), "event-period");
    put(properties.management(), "management");
    put(properties.recentWrites(), "recent-writes");
    put(properties.lostWrites(), "lost-writes");
    put(properties.reread(), "reread");
    put(properties.tokenKeys(), "token-keys");
    put(properties.clockBound(), "clock-bound");
    put(properties.dangerSignals(), "danger-signals");
    QuorateProperties.Evidence evidence = properties.evidence();
    if (evidence != null) {
      put(evidence.table(), "evidence", "table");
      put(evidence.every(), "evidence", "every");
      put(evidence.create(), "evidence", "create");
    }
    QuorateProperties.Publish publish = properties.publish();
    if (publish != null) {
      put(publish.table(), "publish", "table");
      put(publish.valid(), "publish", "valid");
      put(level(publish.level()), "publish", "level");
      put(publish.create(), "publish", "create");
      put(publish.sharedRows(), "publish", "shared-rows");
    }
    properties
        .tables()
        .forEach(
            (keyspace, tables) -> tables.forEach((name, table) -> putTable(keyspace, name, table)));
  }

  private void putTable(String keyspace, String name, QuorateProperties.Table table) {
    putOfTable(table.tolerance(), keyspace, name, "tolerance");
    putOfTable(level(table.writeLevel()), keyspace, name, "write-level");
    putOfTable(table.window(), keyspace, name, "window");
    putOfTable(table.model(), keyspace, name, "model");
    putOfTable(table.keys(), keyspace, name, "keys");
    putOfTable(level(table.safeLevel()), keyspace, name, "safe-level");
    putOfTable(table.whenUnreachable(), keyspace, name, "when-unreachable");
    putOfTable(table.guarantees(), keyspace, name, "guarantees");
    putOfTable(table.guaranteeTime(), keyspace, name, "guarantee-time");
    putOfTable(table.guaranteedTo(), keyspace, name, "guaranteed-to");
    putOfTable(table.freshnessBound(), keyspace, name, "freshness-bound");
    putOfTable(table.freshnessObjective(), keyspace, name, "freshness-objective");
    putOfTable(table.budgetWindow(), keyspace, name, "budget-window");
  }

  private void putOfTable(@Nullable Object value, String keyspace, String name, String key) {
    put(value, "tables", keyspace, name, key);
  }

  private void put(@Nullable Object value, String... keys) {
    if (value != null) {
      values.put(ROOT + "." + ConfigUtil.joinPath(keys), written(value));
    }
  }

  /** As properties have it, {@code local-quorum}, or as Cassandra has it. */
  private static @Nullable String level(@Nullable String stated) {
    return stated == null ? null : stated.replace('-', '_');
  }

  private static Object written(Object value) {
    return value instanceof List<?> all
        ? all.stream().map(DriverOptions::text).toList()
        : text(value);
  }

  private static String text(Object value) {
    if (value instanceof Duration duration) {
      return duration.toNanos() + "ns";
    }
    return value instanceof Enum<?> choice
        ? choice.name().toLowerCase(Locale.ROOT).replace('_', '-')
        : value.toString();
  }

  @Override
  public void customize(ProgrammaticDriverConfigLoaderBuilder builder) {
    values.forEach(
        (path, value) -> {
          DriverOption option = () -> path;
          if (value instanceof List<?> all) {
            builder.withStringList(option, all.stream().map(Object::toString).toList());
          } else {
            builder.withString(option, value.toString());
          }
        });
  }

  /**
   * Makes sure that nothing that was stated is without effect.
   *
   * @param profile the default one of the driver that was made
   * @throws IllegalStateException if it knows nothing of an option
   */
  void requireIn(DriverExecutionProfile profile) {
    for (String path : values.keySet()) {
      if (!profile.isDefined(() -> path)) {
        throw new IllegalStateException(
            "The properties "
                + QuorateProperties.PREFIX
                + ".* do not reach the driver, which has no "
                + path
                + ", since this application makes its own DriverConfigLoader or CqlSessionBuilder;"
                + " state them in the driver's configuration, or leave both beans to Spring Boot.");
      }
    }
  }
}
