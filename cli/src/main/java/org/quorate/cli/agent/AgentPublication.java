package org.quorate.cli.agent;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.Function;
import org.quorate.cassandra.event.LevelListener;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.setting.AdaptiveSettings;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.setting.TableSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.cli.observe.NodeSources;
import org.quorate.cli.observe.ObservationLimits;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ConsistencyPolicy;
import org.quorate.core.policy.LevelLadder;
import org.quorate.core.policy.PolicyParser;
import org.quorate.core.policy.StalenessModels;
import org.quorate.core.quantity.Durations;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.study.file.Entry;
import org.quorate.study.file.Section;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.Texts;
import org.quorate.study.file.Value;

/**
 * Which levels an agent decides, and where it publishes them: the section {@code publish} of its
 * file. Immutable.
 *
 * @param where and for how long they count
 * @param interval from one count of the nodes to the next, 1 s to 10 s
 * @param tables each by its name, with a policy that goes by rates alone, or one level
 */
record AgentPublication(
    PublicationSettings where, Duration interval, Map<TableName, TableSettings> tables) {
  /** Of older counts followers would get levels that traffic has long outgrown. */
  private static final Duration LONGEST_INTERVAL = Duration.ofSeconds(10);

  AgentPublication {
    tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
  }

  /**
   * What the section says.
   *
   * @param keys that the traffic of a table is taken to spread over where the table does not say;
   *     empty for one, the worst case
   * @throws StudyFileException for the first fault
   */
  static AgentPublication read(Entry entry, OptionalLong keys) throws StudyFileException {
    Section publish =
        entry.section("table", "valid", "level", "create", "shared-rows", "interval", "tables");
    PublicationSettings where =
        publish
            .value("table", PublicationSettings.TABLE.toString())
            .as(text -> PublicationSettings.in(TableName.parse(text)));
    where =
        publish
            .value("valid", Durations.format(PublicationSettings.VALID))
            .as(valid(where))
            .withCreation(publish.value("create", "no").yesOrNo())
            .withSharedRows(publish.value("shared-rows", "yes").yesOrNo());
    where = publish.value("level", where.level().name()).as(level(where));
    Map<TableName, TableSettings> tables = new LinkedHashMap<>();
    Entry named = publish.required("tables");
    for (Map.Entry<String, Entry> each : named.entries().entrySet()) {
      Entry table = each.getValue();
      TableName name =
          new Value(table.file(), table.line(), table.key(), each.getKey()).as(TableName::parse);
      if (name.equals(where.table())) {
        throw table.refuse("levels are published in this table, so it can have none itself.");
      }
      if (tables.put(name, table(name, table, keys)) != null) {
        throw table.refuse("this table is named twice; name it once.");
      }
    }
    if (tables.isEmpty()) {
      throw named.refuse("no table is named, so there is no level to publish.");
    }
    return new AgentPublication(where, interval(publish.value("interval", "1s")), tables);
  }

  private static Function<String, PublicationSettings> valid(PublicationSettings where) {
    return text -> where.withValid(Durations.parse(text));
  }

  private static Function<String, PublicationSettings> level(PublicationSettings where) {
    return text -> where.withLevel(Texts.level(text));
  }

  private static Duration interval(Value value) throws StudyFileException {
    return value.as(
        text -> {
          Duration interval = Durations.parse(text);
          if (interval.compareTo(ObservationLimits.SHORTEST_INTERVAL) < 0
              || interval.compareTo(LONGEST_INTERVAL) > 0) {
            throw new IllegalArgumentException(
                "this must be from "
                    + Durations.format(ObservationLimits.SHORTEST_INTERVAL)
                    + " to "
                    + Durations.format(LONGEST_INTERVAL)
                    + ".");
          }
          return interval;
        });
  }

  private static TableSettings table(TableName name, Entry entry, OptionalLong keys)
      throws StudyFileException {
    Section table = entry.section("policy", "write-level", "safe-level", "window", "keys");
    ConsistencyPolicy policy = table.required("policy").value().as(AgentPublication::policy);
    Level writeLevel = table.required("write-level").value().as(Texts::level);
    Level safeLevel = table.required("safe-level").value().as(AgentPublication::safeLevel);
    TableSettings settings =
        TableSettings.of(name, 0, writeLevel)
            .withPolicy(policy)
            .withSafeLevel(safeLevel)
            .withLadder(safeLevel.isLocal() ? LevelLadder.LOCAL : LevelLadder.GLOBAL);
    Entry window = table.find("window");
    if (window != null) {
      TableSettings before = settings;
      settings = window.value().as(text -> before.withWindow(Durations.parse(text)));
    }
    Entry own = table.find("keys");
    OptionalLong spread =
        own == null ? keys : OptionalLong.of(own.value().wholeNumber(1, Long.MAX_VALUE));
    return spread.isPresent()
        ? settings.withPopularity(KeyPopularity.uniform(spread.getAsLong()))
        : settings;
  }

  private static ConsistencyPolicy policy(String text) {
    ConsistencyPolicy policy = PolicyParser.parse(text);
    if (!policy.needsRates()) {
      throw new IllegalArgumentException(
          policy.name()
              + " goes by what a process itself reads and writes, which the agent does not; write"
              + " one that goes by rates alone ("
              + String.join(", ", StalenessModels.names())
              + ") or a level, or publish from a process of the application.");
    }
    return policy;
  }

  private static Level safeLevel(String text) {
    Level level = Texts.level(text);
    if (level == Level.EACH_QUORUM) {
      throw new IllegalArgumentException(
          "EACH_QUORUM is a level of writes here; read at QUORUM or LOCAL_QUORUM.");
    }
    return level;
  }

  /**
   * Those of a session that decides and publishes, and has no reads of its own.
   *
   * @param sources by which nodes are asked for their counts
   * @param propagation a source of propagation times, or a time
   * @param listener alone hears of events: the agent's own sentences are in its log
   */
  AdaptiveSettings settings(NodeSources sources, String propagation, LevelListener listener) {
    AdaptiveSettings.Builder builder =
        AdaptiveSettings.builder()
            .mode(Mode.ADAPT)
            .interval(interval)
            .counters(sources::counters)
            .propagation(
                (session, table, ladder, bytes) ->
                    sources
                        .propagation(
                            propagation, Objects.requireNonNull(tables.get(table)).writeLevel())
                        .make(session, table, ladder, bytes))
            .sampleShare(0)
            .management(false)
            .publication(where)
            .logged(false)
            .listener(listener);
    tables.values().forEach(builder::table);
    return builder.build();
  }
}
