package org.quorate.power.linux;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.quorate.core.text.Suggestions;
import org.quorate.power.MeterException;
import org.quorate.power.MeterSettings;
import org.quorate.power.Scope;

/**
 * A part of a machine that RAPL counts the energy of. Packages contain their cores and uncore,
 * which are therefore no domains of ours; psys contains packages and memory, so that it is never
 * added to them.
 */
enum Domain {
  /** A processor package, or one die of it. */
  PACKAGE("package", "energy-pkg", Scope.PROCESSOR),
  /** Its memory. */
  DRAM("dram", "energy-ram", Scope.MEMORY),
  /** The whole platform as its firmware sees it, where it sees anything. */
  PSYS("psys", "energy-psys", Scope.HOST);

  /** The option that chooses what is counted. */
  static final Map<String, String> OPTION =
      Map.of(
          "zone",
          "what to count: package (default), dram alone, or psys alone, which is the whole platform"
              + " where the firmware knows it");

  private static final Pattern PACKAGE_NAME = Pattern.compile("package-\\d+(-die-\\d+)?");
  private static final Pattern PSYS_NAME = Pattern.compile("psys(-\\d+)?");

  private final String text;
  private final String event;
  private final Scope scope;

  Domain(String text, String event, Scope scope) {
    this.text = text;
    this.event = event;
    this.scope = scope;
  }

  String text() {
    return text;
  }

  /** Its name among the events of the kernel's power unit. */
  String event() {
    return event;
  }

  /** The name of a meter that counts this, such as {@code powercap dram}. */
  String named(String kind) {
    return this == PACKAGE ? kind : kind + " " + text;
  }

  Scope scope() {
    return scope;
  }

  /** The domain of a zone with this {@code name} file; empty for cores, uncore and others. */
  static Optional<Domain> ofZone(String name) {
    if (PACKAGE_NAME.matcher(name).matches()) {
      return Optional.of(PACKAGE);
    }
    if (name.equals("dram")) {
      return Optional.of(DRAM);
    }
    return PSYS_NAME.matcher(name).matches() ? Optional.of(PSYS) : Optional.empty();
  }

  /** The domain of an event, such as {@code energy-pkg}; empty for cores, graphics and others. */
  static Optional<Domain> ofEvent(String event) {
    return Arrays.stream(values()).filter(domain -> domain.event.equals(event)).findFirst();
  }

  /**
   * The domain that settings ask for, packages by default.
   *
   * @throws MeterException when they name none
   */
  static Domain asked(MeterSettings settings) throws MeterException {
    String zone = settings.optional("zone").orElse(PACKAGE.text);
    List<String> known = Arrays.stream(values()).map(Domain::text).toList();
    for (Domain domain : values()) {
      if (domain.text.equals(zone.toLowerCase(Locale.ROOT))) {
        return domain;
      }
    }
    throw new MeterException(
        "The meter "
            + settings.kind()
            + " knows no zone=\""
            + zone
            + "\"; write "
            + String.join(", ", known)
            + "."
            + Suggestions.didYouMean(zone, known));
  }

  /**
   * Whether a meter of the asked domain shows this one: itself, and memory beside packages.
   *
   * @param asked what is counted
   */
  boolean isShownWith(Domain asked) {
    return this == asked || (asked == PACKAGE && this == DRAM);
  }
}
