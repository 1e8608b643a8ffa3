package org.quorate.power.registry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.quorate.power.Channel;
import org.quorate.power.ErrorBand;
import org.quorate.power.ForwardingMeter;
import org.quorate.power.MeterException;
import org.quorate.power.MeterKind;
import org.quorate.power.MeterSettings;
import org.quorate.power.Origin;
import org.quorate.power.PowerMeter;

/** A meter of which somebody said how far off it may be, in options that every kind has. */
record RatedMeter(PowerMeter meter, ErrorBand error) implements ForwardingMeter {
  private static final String ACCURACY = "accuracy";
  private static final String ERROR = "error";

  /** The options, name to one line each. */
  static final Map<String, String> OPTIONS = options();

  private static Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put(
        ACCURACY,
        "how far off what is measured may be, as a share such as 0.01; what the maker of its kind"
            + " says by default, else 0");
    options.put(
        ERROR,
        "how far off what another tool estimates may be, as a share such as 0.3; without it no"
            + " difference is ever claimed");
    return options;
  }

  /**
   * Checks the numbers without a meter.
   *
   * @throws MeterException naming the option and what it takes
   */
  static void check(MeterSettings settings) throws MeterException {
    for (String option : OPTIONS.keySet()) {
      share(settings, option);
    }
  }

  /**
   * The meter with what is said of it.
   *
   * @throws MeterException when it says so itself, or measures nothing or estimates nothing of
   *     which it could be said
   */
  static PowerMeter of(MeterKind kind, MeterSettings settings, PowerMeter meter)
      throws MeterException {
    Optional<Double> accuracy = share(settings, ACCURACY);
    Optional<Double> error = share(settings, ERROR);
    if (error.isPresent() && error.get() == 0) {
      throw refused(kind, ERROR, "0 is the error of no estimate");
    }
    boolean measures = any(meter, each -> each.origin() == Origin.MEASURED);
    boolean estimates = any(meter, each -> each.origin() == Origin.ESTIMATED);
    if (accuracy.isPresent() && !measures) {
      throw refused(kind, ACCURACY, "it measures nothing but estimates; write error=...");
    }
    if (error.isPresent() && !estimates) {
      throw refused(kind, ERROR, "it estimates nothing but measures; write accuracy=...");
    }
    if (error.isPresent() && meter.error().isKnown()) {
      throw refused(kind, ERROR, "its profile says how far off it may be");
    }
    double ofMaker = measures ? kind.accuracy() : 0;
    double stated = Math.max(accuracy.orElse(ofMaker), error.orElse(0.0));
    boolean unknown = !meter.error().isKnown() && error.isEmpty();
    return unknown || stated == 0 ? meter : new RatedMeter(meter, ErrorBand.of(stated));
  }

  private static boolean any(PowerMeter meter, Predicate<Channel> condition) {
    return meter.channels().stream().filter(Channel::counted).anyMatch(condition);
  }

  private static MeterException refused(MeterKind kind, String option, String reason) {
    return new MeterException(
        "The meter " + kind.name() + " cannot have that " + option + "=...: " + reason + ".");
  }

  private static Optional<Double> share(MeterSettings settings, String option)
      throws MeterException {
    Optional<String> text = settings.optional(option);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    if (!text.get().matches("0?\\.\\d{1,9}|[01](\\.0{1,9})?")) {
      throw new MeterException(
          settings.kind()
              + " "
              + option
              + "=\""
              + text.get()
              + "\" is no share from 0 to 1; write 0.05 for 5 %.");
    }
    return Optional.of(Double.parseDouble(text.get()));
  }
}
