package org.quorate.power.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.quorate.core.power.PowerCurve;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.Scope;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.schema.JsonSchema;

/**
 * Profiles as text: a YAML map from name to {@code description}, {@code cores}, {@code scope} (the
 * wall where it is left out), {@code watts} (a map from utilisation to watts), {@code
 * disk-joules-per-megabyte}, {@code network-joules-per-megabyte}, {@code relative-error}, {@code
 * comparison-error} (the former where it is left out), {@code dynamic-error} (a cautious one where
 * it is left out), {@code source} and {@code standby} (a map of {@code watts}, {@code
 * transition-seconds}, {@code transition-joules} and {@code source}, which may be left out). Values
 * are plain data; no text can create anything else.
 */
public final class ProfileFile {
  private static final int MOST_CHARACTERS = 256 * 1024;
  private static final Set<String> KEYS =
      Set.of(
          "description",
          "cores",
          "scope",
          "watts",
          "disk-joules-per-megabyte",
          "network-joules-per-megabyte",
          "relative-error",
          "comparison-error",
          "dynamic-error",
          "source",
          "standby");
  private static final Set<String> STANDBY_KEYS =
      Set.of("watts", "transition-seconds", "transition-joules", "source");

  private ProfileFile() {}

  /** The profiles that Quorate comes with, by name, in their order. */
  public static Map<String, HostProfile> shipped() {
    try (InputStream in = ProfileFile.class.getResourceAsStream("profiles.yaml")) {
      if (in == null) {
        throw new IllegalStateException("The shipped profiles are missing from the module.");
      }
      return parse("profiles.yaml", new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (MeterException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * A shipped profile by its name, that of a {@link CloudInstance} by its type, or, when the text
   * contains a slash or ends in {@code .yaml}, the only profile of a file.
   *
   * @throws MeterException naming the profiles that exist, or what is wrong with the file
   */
  public static HostProfile find(String text) throws MeterException {
    if (text.contains("/") || text.endsWith(".yaml")) {
      Map<String, HostProfile> read = read(Path.of(text));
      if (read.size() != 1) {
        throw new MeterException(
            "The file " + text + " must hold one profile, but it holds " + read.size() + ".");
      }
      return read.values().iterator().next();
    }
    Map<String, HostProfile> shipped = shipped();
    HostProfile profile = shipped.get(text);
    if (profile == null) {
      profile = CloudInstance.find(text).map(CloudInstance::profile).orElse(null);
    }
    if (profile == null) {
      throw new MeterException(
          "There is no profile \""
              + text
              + "\"."
              + Suggestions.didYouMean(text, shipped.keySet())
              + " There are "
              + String.join(", ", shipped.keySet())
              + ", instance types of clouds such as m6i.2xlarge, and files of power calibrate.");
    }
    return profile;
  }

  /**
   * The profiles of a file, by name.
   *
   * @throws MeterException when it cannot be read or says something else than profiles
   */
  public static Map<String, HostProfile> read(Path file) throws MeterException {
    try {
      if (Files.size(file) > MOST_CHARACTERS) {
        throw new MeterException("The file " + file + " is too long for profiles.");
      }
      return parse(file.toString(), Files.readString(file));
    } catch (IOException e) {
      throw new MeterException("The profiles in " + file + " cannot be read: " + e, e);
    }
  }

  private static Map<String, HostProfile> parse(String file, String text) throws MeterException {
    LoadSettings settings =
        LoadSettings.builder()
            .setLabel(file)
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(0)
            .setCodePointLimit(MOST_CHARACTERS)
            .setSchema(new JsonSchema())
            .build();
    Object document;
    try {
      document = new Load(settings).loadFromString(text);
    } catch (YamlEngineException e) {
      throw new MeterException("The file " + file + " is not YAML: " + e.getMessage(), e);
    }
    Map<String, HostProfile> profiles = new LinkedHashMap<>();
    for (Map.Entry<?, ?> entry : map(file, "the file", document).entrySet()) {
      String name = String.valueOf(entry.getKey());
      profiles.put(name, profile(file, name, map(file, name, entry.getValue())));
    }
    return profiles;
  }

  private static HostProfile profile(String file, String name, Map<?, ?> keys)
      throws MeterException {
    requireKnown(file, name, keys, KEYS);
    Map<Double, Double> watts = new TreeMap<>();
    for (Map.Entry<?, ?> point : map(file, name, keys.get("watts")).entrySet()) {
      watts.put(number(file, name, point.getKey()), number(file, name, point.getValue()));
    }
    List<PowerCurve.Point> points = new ArrayList<>();
    watts.forEach((utilisation, power) -> points.add(new PowerCurve.Point(utilisation, power)));
    try {
      PowerCurve curve = new PowerCurve(points);
      double relativeError = number(file, name, keys.get("relative-error"));
      double comparisonError =
          keys.containsKey("comparison-error")
              ? number(file, name, keys.get("comparison-error"))
              : relativeError;
      return new HostProfile(
          name,
          text(keys, "description"),
          (int) number(file, name, keys.get("cores")),
          keys.containsKey("scope") ? Scope.named(text(keys, "scope")) : Scope.WALL,
          curve,
          optionalNumber(file, name, keys, "disk-joules-per-megabyte"),
          optionalNumber(file, name, keys, "network-joules-per-megabyte"),
          relativeError,
          comparisonError,
          keys.containsKey("dynamic-error")
              ? number(file, name, keys.get("dynamic-error"))
              : HostProfile.cautiousDynamicError(curve, comparisonError),
          text(keys, "source"),
          keys.containsKey("standby")
              ? standby(file, name, map(file, name, keys.get("standby")))
              : null);
    } catch (IllegalArgumentException e) {
      throw wrong(file, name, "cannot be used: " + e.getMessage());
    }
  }

  private static Standby standby(String file, String name, Map<?, ?> keys) throws MeterException {
    requireKnown(file, name, keys, STANDBY_KEYS);
    return new Standby(
        number(file, name, keys.get("watts")),
        number(file, name, keys.get("transition-seconds")),
        number(file, name, keys.get("transition-joules")),
        text(keys, "source"));
  }

  private static void requireKnown(String file, String name, Map<?, ?> keys, Set<String> known)
      throws MeterException {
    for (Object key : keys.keySet()) {
      if (!known.contains(String.valueOf(key))) {
        throw wrong(file, name, "has no key " + key + "; there are " + sorted(known));
      }
    }
  }

  private static String sorted(Set<String> names) {
    return String.join(", ", names.stream().sorted().toList());
  }

  private static String text(Map<?, ?> keys, String key) {
    Object value = keys.get(key);
    return value == null ? "" : String.valueOf(value).strip();
  }

  private static double optionalNumber(String file, String name, Map<?, ?> keys, String key)
      throws MeterException {
    return keys.containsKey(key) ? number(file, name, keys.get(key)) : 0;
  }

  private static double number(String file, String name, @Nullable Object value)
      throws MeterException {
    try {
      return Double.parseDouble(String.valueOf(value));
    } catch (NumberFormatException e) {
      throw wrong(file, name, "needs a number where it has " + value);
    }
  }

  private static Map<?, ?> map(String file, String name, @Nullable Object value)
      throws MeterException {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw wrong(file, name, "must be a map, but something is missing or of another form");
  }

  private static MeterException wrong(String file, String name, String what) {
    return new MeterException("In " + file + ", the profile " + name + " " + what + ".");
  }

  /** A profile as the text of such a file, on several lines. */
  public static String text(HostProfile profile) {
    DumpSettings settings =
        DumpSettings.builder()
            .setDefaultFlowStyle(FlowStyle.BLOCK)
            .setSplitLines(false)
            .setSchema(new JsonSchema())
            .build();
    return new Dump(settings).dumpToString(Map.of(profile.name(), entries(profile)));
  }

  private static Map<String, Object> entries(HostProfile profile) {
    Map<BigDecimal, BigDecimal> watts = new LinkedHashMap<>();
    for (PowerCurve.Point point : profile.curve().points()) {
      watts.put(rounded(point.utilisation(), 4), rounded(point.watts(), 3));
    }
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("description", profile.description());
    entries.put("cores", profile.cores());
    entries.put("scope", profile.scope().settingsName());
    entries.put("watts", watts);
    entries.put("disk-joules-per-megabyte", profile.diskJoulesPerMegabyte());
    entries.put("network-joules-per-megabyte", profile.networkJoulesPerMegabyte());
    entries.put("relative-error", profile.relativeError());
    entries.put("comparison-error", profile.comparisonError());
    entries.put("dynamic-error", profile.dynamicError());
    entries.put("source", profile.source());
    Standby standby = profile.standby();
    if (standby != null) {
      entries.put("standby", entries(standby));
    }
    return entries;
  }

  private static Map<String, Object> entries(Standby standby) {
    Map<String, Object> entries = new LinkedHashMap<>();
    entries.put("watts", standby.watts());
    entries.put("transition-seconds", standby.transitionSeconds());
    entries.put("transition-joules", standby.transitionJoules());
    entries.put("source", standby.source());
    return entries;
  }

  private static BigDecimal rounded(double number, int places) {
    return BigDecimal.valueOf(number).setScale(places, RoundingMode.HALF_UP);
  }
}
