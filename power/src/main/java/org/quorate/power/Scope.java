package org.quorate.power;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.quorate.core.text.Suggestions;

/** Which part of a host a channel sees. Joules of different scopes are never compared. */
public enum Scope {
  /** Everything that the host draws from the wall, losses of its power supplies included. */
  WALL("at the wall"),
  /** What its power supplies give to the host, their losses excluded. */
  SUPPLY_OUTPUT("behind the power supply"),
  /** What the whole host draws as its own board or management controller tells. */
  HOST("the whole host"),
  /** Processor packages alone: no memory, disk, network, fan or power supply. */
  PROCESSOR("processors"),
  /** Memory alone. */
  MEMORY("memory"),
  /** Some processes' share, as a model divides it. */
  PROCESSES("processes");

  private final String text;

  Scope(String text) {
    this.text = text;
  }

  /**
   * The scope that settings name, such as {@code wall} or {@code supply-output}.
   *
   * @throws MeterException if there is none of that name; the message lists them
   */
  public static Scope named(String name) throws MeterException {
    for (Scope scope : values()) {
      if (scope.settingsName().equals(name.toLowerCase(Locale.ROOT))) {
        return scope;
      }
    }
    List<String> known = settingsNames();
    throw new MeterException(
        "There is no scope \""
            + name
            + "\"; write "
            + String.join(", ", known)
            + "."
            + Suggestions.didYouMean(name, known));
  }

  /** The names of all scopes in settings. */
  public static List<String> settingsNames() {
    return Arrays.stream(values()).map(Scope::settingsName).toList();
  }

  /** Its name in settings. */
  public String settingsName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** A few words for tables. */
  public String text() {
    return text;
  }
}
