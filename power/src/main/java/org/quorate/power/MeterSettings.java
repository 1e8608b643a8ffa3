package org.quorate.power;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.core.text.Suggestions;

/**
 * Which meter to open: its kind and what the kind needs to know, as a study file or a command line
 * gives it, such as {@code snmp address=10.0.0.5 family=apc-rpdu2 outlet=3}. Never a password:
 * where one is needed, {@code credentials} names it and {@link Credentials} finds it.
 *
 * @param kind name of a {@link MeterKind}
 * @param options texts by name
 */
public record MeterSettings(String kind, Map<String, String> options) {
  /** Copies the options. */
  public MeterSettings {
    options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
  }

  /** An option that may be left out. */
  public Optional<String> optional(String name) {
    return Optional.ofNullable(options.get(name)).filter(text -> !text.isBlank());
  }

  /**
   * An option that must be there.
   *
   * @throws MeterException if it is not; the message says so
   */
  public String required(String name) throws MeterException {
    return optional(name)
        .orElseThrow(
            () ->
                new MeterException(
                    "The meter " + kind + " needs " + name + "=…, which was not given."));
  }

  /**
   * Refuses options that a kind does not know, such as misspelt ones.
   *
   * @throws MeterException naming the unknown option and those that exist
   */
  public void checkKnown(Set<String> known) throws MeterException {
    for (String name : options.keySet()) {
      if (!known.contains(name)) {
        throw new MeterException(
            "The meter "
                + kind
                + " has no option \""
                + name
                + "\"; it has "
                + String.join(", ", known.stream().sorted().toList())
                + "."
                + Suggestions.didYouMean(name, known));
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(kind);
    options.forEach((name, value) -> text.append(' ').append(name).append('=').append(value));
    return text.toString();
  }
}
