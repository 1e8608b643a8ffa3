package org.quorate.hbase.setting;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;
import org.quorate.hbase.spill.CrashDurability;

/**
 * Reads settings from a Hadoop configuration, such as hbase-site.xml. Keys begin with {@code
 * quorate.deferral.}; what is not there is as {@link DeferralSettings#builder()} has it:
 *
 * <ul>
 *   <li>{@code bound.time} ({@code 1s}; {@code 0} turns deferral off), {@code bound.bytes} ({@code
 *       12MiB}), {@code bound.writes}
 *   <li>{@code durability}: {@code none}, {@code process-crash} or {@code machine-crash}; {@code
 *       spill.directory}, {@code spill.bytes}
 *   <li>{@code memory}, {@code when.full}: {@code block} or {@code fail}, {@code block.at.most}
 *   <li>{@code flush.bytes} ({@code 1MiB}), {@code flushes.in.flight}, {@code retry.for}
 *   <li>{@code stamp.clock}: {@code own} or {@code servers}; {@code stamp.lead}
 * </ul>
 */
public final class ConfigurationSettings {
  /** What every key begins with. */
  public static final String PREFIX = "quorate.deferral.";

  /** A key that there was, and what it said. */
  private static final String POLICY = "policy";

  private static final Set<String> KEYS =
      Set.of(
          "bound.time",
          "bound.bytes",
          "bound.writes",
          "durability",
          "spill.directory",
          "spill.bytes",
          "memory",
          "when.full",
          "block.at.most",
          "flush.bytes",
          "flushes.in.flight",
          "retry.for",
          "stamp.clock",
          "stamp.lead");

  private final Configuration configuration;

  private ConfigurationSettings(Configuration configuration) {
    this.configuration = configuration;
  }

  /**
   * The settings of a configuration.
   *
   * @throws IllegalArgumentException if a value is wrong, two contradict each other or a key is
   *     unknown; the message names it
   */
  public static DeferralSettings read(Configuration configuration) {
    return new ConfigurationSettings(configuration).settings();
  }

  private DeferralSettings settings() {
    refuseUnknownKeys();
    DeferralSettings.Builder builder = DeferralSettings.builder();
    read("bound.time", text -> builder.boundTime(Durations.parse(text)));
    read("bound.bytes", text -> builder.boundBytes(ByteSizes.parse(text)));
    read("bound.writes", text -> builder.boundWrites(Long.parseLong(text)));
    durability(builder);
    read("spill.bytes", text -> builder.spillBytes(ByteSizes.parse(text)));
    read("memory", text -> builder.memory(ByteSizes.parse(text)));
    read("block.at.most", text -> builder.blockWhenFull(Durations.parse(text)));
    if (one("when.full", WhenFull.class, WhenFull.BLOCK) == WhenFull.FAIL) {
      builder.failWhenFull();
    }
    read("flush.bytes", text -> builder.flushBytes(ByteSizes.parse(text)));
    read("flushes.in.flight", text -> builder.flushesInFlight(Integer.parseInt(text)));
    read("retry.for", text -> builder.retryFor(Durations.parse(text)));
    StampSettings.Clock clock =
        one("stamp.clock", StampSettings.Clock.class, StampSettings.STANDARD.clock());
    read("stamp.clock", text -> builder.stamps(stamps(clock, StampSettings.STANDARD.mostLead())));
    read("stamp.lead", text -> builder.stamps(stamps(clock, Durations.parse(text))));
    return builder.build();
  }

  private static StampSettings stamps(StampSettings.Clock clock, Duration lead) {
    return new StampSettings(clock, lead);
  }

  private void durability(DeferralSettings.Builder builder) {
    CrashDurability durability = one("durability", CrashDurability.class, CrashDurability.NONE);
    String directory = text("spill.directory");
    if (durability == CrashDurability.NONE) {
      return;
    }
    if (directory == null) {
      throw new IllegalArgumentException(
          PREFIX
              + "durability asks for writes that survive a crash, but "
              + PREFIX
              + "spill.directory is not set; set it to a directory of this machine.");
    }
    read("spill.directory", text -> builder.survive(durability, path(text)));
  }

  private static Path path(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("\"" + text + "\" is no path.", e);
    }
  }

  private <E extends Enum<E>> E one(String key, Class<E> type, E otherwise) {
    String text = text(key);
    if (text == null) {
      return otherwise;
    }
    String name = text.toUpperCase(Locale.ROOT).replace('-', '_');
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(name)) {
        return value;
      }
    }
    Set<String> known = new TreeSet<>();
    for (E value : type.getEnumConstants()) {
      known.add(value.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    throw new IllegalArgumentException(
        PREFIX + key + " is \"" + text + "\"; write one of " + String.join(", ", known) + ".");
  }

  private void read(String key, Consumer<String> setting) {
    String text = text(key);
    if (text == null) {
      return;
    }
    try {
      setting.accept(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          PREFIX + key + " is \"" + text + "\"; write a whole number.", e);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          PREFIX + key + " is \"" + text + "\": " + e.getMessage(), e);
    }
  }

  private @Nullable String text(String key) {
    return configuration.getTrimmed(PREFIX + key);
  }

  private void refuseUnknownKeys() {
    if (text(POLICY) != null) {
      throw new IllegalArgumentException(
          PREFIX
              + POLICY
              + " is no longer a setting: the size of flushes does not adapt; remove it, and where"
              + " 1 MiB is not the right size, set "
              + PREFIX
              + "flush.bytes.");
    }
    for (Map.Entry<String, String> entry : configuration) {
      String key = entry.getKey();
      if (key.startsWith(PREFIX) && !KEYS.contains(key.substring(PREFIX.length()))) {
        throw new IllegalArgumentException(
            key
                + " is no setting of deferral."
                + Suggestions.didYouMean(key.substring(PREFIX.length()), new TreeSet<>(KEYS)));
      }
    }
  }
}
