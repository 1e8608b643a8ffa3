package org.quorate.cassandra.setting;

import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.config.DriverOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.evidence.EvidenceSettings;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.publication.PublicationSettings;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.guarantee.Guarantee;
import org.quorate.core.guarantee.TokenKeys;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Policies;
import org.quorate.core.quantity.Durations;
import org.quorate.core.staleness.KeyPopularity;
import org.quorate.core.text.Suggestions;

/**
 * Reads settings from the driver's own configuration, so that an application is configured where it
 * configures its driver:
 *
 * <pre>
 * datastax-java-driver {
 *   quorate {
 *     mode = observe            # observe, adapt or off
 *     interval = 1 second
 *     evidence {
 *       table = shop.quorate_evidence # that processes have in common
 *       every = 5 seconds
 *       create = false        # or true: where it is missing
 *     }
 *     publish {
 *       table = quorate.levels # where clients in other languages find the levels
 *       valid = 3 seconds     # after the last word of this process
 *       level = QUORUM        # at which they are written
 *       create = false        # or true: where it is missing
 *       shared-rows = true    # or false: each client reads only what it writes itself
 *     }
 *     tables {
 *       shop.carts {
 *         tolerance = 0.01      # at most one read in a hundred may be stale
 *         write-level = LOCAL_QUORUM # or unknown, which counts as the weakest
 *         window = 10 seconds
 *         model = quorate       # or harmony and others, which ask for rates and keys
 *         keys = 100000         # for those: traffic spreads over so many keys alike
 *         safe-level = LOCAL_QUORUM # the strongest; the application's own unless stated
 *         when-unreachable = fail   # or serve-and-report
 *         guarantees = [read-your-writes, monotonic-reads]
 *         guarantee-time = 1 minute # after a write or read
 *         guaranteed-to = session   # or requests, or scopes
 *         freshness-bound = 100 ms  # within which every replica is to have a write
 *         freshness-objective = 0.999 # share of the writes
 *         budget-window = 5 minutes # over which the tolerance is an error budget, or 0
 *       }
 *     }
 *   }
 * }
 * </pre>
 *
 * <p>Only {@code tables}, with each table's {@code tolerance} and {@code write-level}, has to be
 * there; further keys of the whole are {@code profiles}, {@code propagation-interval}, {@code
 * sample-share}, {@code event-period}, {@code management}, {@code recent-writes}, {@code
 * lost-writes}, {@code reread}, {@code token-keys}, {@code clock-bound}, {@code danger-signals}
 * and, where evidence is exchanged with other processes, {@code evidence.table}. Where any key of
 * {@code publish} is there, levels are published. An unknown key is refused. Stateless.
 */
public final class DriverFileSettings {
  private static final String PREFIX = "quorate.";
  private static final String TABLES = "tables.";
  private static final String EVIDENCE = "evidence.";
  private static final String PUBLISH = "publish.";
  private static final List<String> KEYS =
      List.of(
          "mode",
          "profiles",
          "interval",
          "propagation-interval",
          "sample-share",
          "event-period",
          "management",
          "recent-writes",
          "lost-writes",
          "reread",
          "token-keys",
          "clock-bound",
          "danger-signals",
          "evidence",
          "publish",
          "tables");
  private static final List<String> EVIDENCE_KEYS = List.of("table", "every", "create");
  private static final List<String> PUBLISH_KEYS =
      List.of("table", "valid", "level", "create", "shared-rows");
  private static final List<String> TABLE_KEYS =
      List.of(
          "tolerance",
          "write-level",
          "window",
          "model",
          "keys",
          "safe-level",
          "when-unreachable",
          "guarantees",
          "guarantee-time",
          "guaranteed-to",
          "freshness-bound",
          "freshness-objective",
          "budget-window");

  private DriverFileSettings() {}

  /**
   * Reads what stands under {@code quorate}; nothing there means no table.
   *
   * @throws IllegalArgumentException if a key is unknown, missing or has a wrong value; the message
   *     names it
   */
  public static AdaptiveSettings read(DriverExecutionProfile profile) {
    AdaptiveSettings.Builder builder = AdaptiveSettings.builder();
    SortedMap<String, SortedMap<String, String>> tables = new TreeMap<>();
    SortedMap<String, String> evidence = new TreeMap<>();
    SortedMap<String, String> publish = new TreeMap<>();
    for (Map.Entry<String, Object> entry : profile.entrySet()) {
      if (!entry.getKey().startsWith(PREFIX)) {
        continue;
      }
      String key = entry.getKey().substring(PREFIX.length());
      String value = String.valueOf(entry.getValue());
      if (key.startsWith(TABLES)) {
        int last = key.lastIndexOf('.');
        String table = key.substring(TABLES.length(), Math.max(last, TABLES.length()));
        tables.computeIfAbsent(table, any -> new TreeMap<>()).put(key.substring(last + 1), value);
      } else if (key.startsWith(EVIDENCE)) {
        evidence.put(key.substring(EVIDENCE.length()), value);
      } else if (key.startsWith(PUBLISH)) {
        publish.put(key.substring(PUBLISH.length()), value);
      } else {
        whole(builder, key, value, profile);
      }
    }
    tables.forEach((table, keys) -> builder.table(table(table, keys)));
    if (!evidence.isEmpty()) {
      builder.evidence(evidence(evidence, profile));
    }
    if (!publish.isEmpty()) {
      builder.publication(publication(publish, profile));
    }
    return builder.build();
  }

  private static void whole(
      AdaptiveSettings.Builder builder, String key, String value, DriverExecutionProfile profile) {
    DriverOption option = () -> PREFIX + key;
    try {
      switch (key) {
        case "mode" -> builder.mode(choice(Mode.values(), value));
        case "profiles" -> builder.profiles(profile.getStringList(option));
        case "interval" -> builder.interval(profile.getDuration(option));
        case "propagation-interval" -> builder.propagationInterval(profile.getDuration(option));
        case "sample-share" -> builder.sampleShare(Double.parseDouble(value));
        case "event-period" -> builder.eventPeriod(profile.getDuration(option));
        case "management" -> builder.management(profile.getBoolean(option));
        case "recent-writes" ->
            builder.memory(builder.memory().withRecentWrites(profile.getInt(option)));
        case "lost-writes" ->
            builder.memory(builder.memory().withLostWrites(profile.getDuration(option)));
        case "reread" -> builder.memory(builder.memory().withReread(profile.getBoolean(option)));
        case "token-keys" ->
            builder.tokens(builder.tokens().withKeys(tokenKeys(profile.getStringList(option))));
        case "clock-bound" ->
            builder.tokens(builder.tokens().withClockBound(profile.getDuration(option)));
        case "danger-signals" -> builder.dangerSignals(profile.getBoolean(option));
        default -> throw unknown(key, KEYS);
      }
    } catch (RuntimeException e) {
      throw refused(key, e);
    }
  }

  private static EvidenceSettings evidence(
      Map<String, String> keys, DriverExecutionProfile profile) {
    EvidenceSettings settings =
        parsed(
            EVIDENCE + "table",
            () -> EvidenceSettings.in(TableName.parse(quoted(required(keys, "table")))));
    for (String key : keys.keySet()) {
      EvidenceSettings before = settings;
      settings = parsed(EVIDENCE + key, () -> with(before, key, profile));
    }
    return settings;
  }

  private static EvidenceSettings with(
      EvidenceSettings evidence, String key, DriverExecutionProfile profile) {
    DriverOption option = () -> PREFIX + EVIDENCE + key;
    return switch (key) {
      case "table" -> evidence;
      case "every" -> evidence.withEvery(profile.getDuration(option));
      case "create" -> evidence.withCreation(profile.getBoolean(option));
      default -> throw unknown(key, EVIDENCE_KEYS);
    };
  }

  private static PublicationSettings publication(
      Map<String, String> keys, DriverExecutionProfile profile) {
    String table = keys.getOrDefault("table", PublicationSettings.TABLE.toString());
    PublicationSettings settings =
        parsed(PUBLISH + "table", () -> PublicationSettings.in(TableName.parse(quoted(table))));
    for (String key : keys.keySet()) {
      PublicationSettings before = settings;
      settings = parsed(PUBLISH + key, () -> with(before, key, profile));
    }
    return settings;
  }

  private static PublicationSettings with(
      PublicationSettings publication, String key, DriverExecutionProfile profile) {
    DriverOption option = () -> PREFIX + PUBLISH + key;
    return switch (key) {
      case "table" -> publication;
      case "valid" -> publication.withValid(profile.getDuration(option));
      case "level" -> publication.withLevel(level(profile.getString(option)));
      case "create" -> publication.withCreation(profile.getBoolean(option));
      case "shared-rows" -> publication.withSharedRows(profile.getBoolean(option));
      default -> throw unknown(key, PUBLISH_KEYS);
    };
  }

  private static IllegalArgumentException unknown(String key, List<String> known) {
    return new IllegalArgumentException(
        "there is no such key; choose among "
            + String.join(", ", known)
            + "."
            + Suggestions.didYouMean(key, known));
  }

  private static TableSettings table(String name, Map<String, String> keys) {
    String table =
        Arrays.stream(name.split("\\.", -1))
            .map(part -> part.replace("\"", ""))
            .collect(Collectors.joining("."));
    String at = TABLES + name;
    TableSettings settings =
        parsed(
            at,
            () ->
                TableSettings.of(
                    quoted(table),
                    Double.parseDouble(required(keys, "tolerance")),
                    writeLevel(required(keys, "write-level"))));
    for (Map.Entry<String, String> entry : keys.entrySet()) {
      TableSettings before = settings;
      settings =
          parsed(at + "." + entry.getKey(), () -> with(before, entry.getKey(), entry.getValue()));
    }
    return settings;
  }

  /** Names in the file are as the server keeps them: capitals are capitals. */
  private static String quoted(String table) {
    int dot = table.indexOf('.');
    if (dot < 0) {
      throw new IllegalArgumentException("a table is named with its keyspace, such as shop.carts.");
    }
    return new TableName(table.substring(0, dot), table.substring(dot + 1)).toCql();
  }

  private static TableSettings with(TableSettings table, String key, String value) {
    return switch (key) {
      case "tolerance", "write-level" -> table;
      case "window" -> table.withWindow(duration(value));
      case "model" ->
          table.withPolicy(Policies.of(value, table.policy().acceptedRate().orElseThrow()));
      case "keys" -> table.withPopularity(KeyPopularity.uniform(Long.parseLong(value)));
      case "safe-level" -> table.withSafeLevel(level(value));
      case "when-unreachable" -> table.withWhenUnreachable(choice(WhenUnreachable.values(), value));
      case "guarantees" ->
          table.withGuarantees(table.guarantees().withGuarantees(guarantees(value)));
      case "guarantee-time" -> table.withGuarantees(table.guarantees().withTime(duration(value)));
      case "guaranteed-to" ->
          table.withGuarantees(table.guarantees().withTo(choice(GuaranteedTo.values(), value)));
      case "freshness-bound" -> table.withFreshness(table.freshness().withBound(duration(value)));
      case "freshness-objective" ->
          table.withFreshness(table.freshness().withShare(Double.parseDouble(value)));
      case "budget-window" -> table.withBudgetWindow(duration(value));
      default -> throw unknown(key, TABLE_KEYS);
    };
  }

  /** As the driver's own: {@code 10 seconds}, {@code 10s}; a number alone is milliseconds. */
  private static Duration duration(String value) {
    if (value.matches("\\d+")) {
      return Duration.ofMillis(Long.parseLong(value));
    }
    return Durations.parse(
        value
            .replaceAll("\\s+", "")
            .replaceAll("milliseconds?", "ms")
            .replaceAll("seconds?", "s")
            .replaceAll("minutes?", "m"));
  }

  /** As a list, or one alone. */
  private static Set<Guarantee> guarantees(String value) {
    return Arrays.stream(value.replaceAll("[\\[\\]\\s]", "").split(",", -1))
        .filter(each -> !each.isEmpty())
        .map(each -> choice(Guarantee.values(), each))
        .collect(Collectors.toSet());
  }

  /** In base64, each of 32 bytes or more. */
  private static TokenKeys tokenKeys(List<String> values) {
    return TokenKeys.of(values.stream().map(Base64.getDecoder()::decode).toList());
  }

  private static String required(Map<String, String> keys, String key) {
    @Nullable String value = keys.get(key);
    if (value == null) {
      throw new IllegalArgumentException("the key " + key + " is missing.");
    }
    return value;
  }

  /** Whatever it is, one replica has each write. */
  private static Level writeLevel(String value) {
    return value.equals("unknown") ? Level.ONE : level(value);
  }

  private static Level level(String value) {
    return DriverLevels.toLevel(value.toUpperCase(Locale.ROOT))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\"" + value + "\" is none of " + Arrays.toString(Level.values()) + "."));
  }

  private static <E extends Enum<E>> E choice(E[] values, String value) {
    return Arrays.stream(values)
        .filter(each -> words(each).equals(value.toLowerCase(Locale.ROOT)))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "\""
                        + value
                        + "\" is none of "
                        + Arrays.stream(values)
                            .map(DriverFileSettings::words)
                            .collect(Collectors.joining(", "))
                        + "."));
  }

  private static String words(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static <T> T parsed(String key, java.util.function.Supplier<T> parsing) {
    try {
      return parsing.get();
    } catch (RuntimeException e) {
      throw refused(key, e);
    }
  }

  private static IllegalArgumentException refused(String key, RuntimeException cause) {
    return new IllegalArgumentException(
        "The driver's configuration is wrong at datastax-java-driver."
            + PREFIX
            + key
            + ": "
            + cause.getMessage(),
        cause);
  }
}
