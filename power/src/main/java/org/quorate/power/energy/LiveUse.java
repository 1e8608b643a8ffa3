package org.quorate.power.energy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.quorate.power.ErrorBand;
import org.quorate.power.Origin;
import org.quorate.power.Scope;

/**
 * What a cluster has drawn since somebody began to watch it, and what that is for each operation.
 *
 * @param joules of all hosts, over those windows in which every meter could be believed
 * @param seconds length of these windows together; 0 before the first
 * @param unknownSeconds length of the windows in which some meter could not be believed
 * @param joulesByHost the parts of {@code joules}
 * @param perOperation empty where no window has both its energy and its operations known, or
 *     nothing was done
 * @param latestWatts mean power over the latest window, NaN where it is not known
 * @param latestJoulesPerOperation of the latest window, NaN where it is not known or nothing was
 *     done
 * @param emitted by the electricity of those windows whose operations are known
 * @param scopes what the counted channels see; one
 * @param origin estimated as soon as one counted channel is
 * @param error how far off the joules may be
 * @param notes what a reader must know, such as why windows are unknown, each told once
 */
public record LiveUse(
    double joules,
    double seconds,
    double unknownSeconds,
    Map<String, Double> joulesByHost,
    Optional<PerOperation> perOperation,
    double latestWatts,
    double latestJoulesPerOperation,
    Emitted emitted,
    Set<Scope> scopes,
    Origin origin,
    ErrorBand error,
    List<String> notes) {
  /** Copies the collections. */
  public LiveUse {
    joulesByHost = Collections.unmodifiableMap(new LinkedHashMap<>(joulesByHost));
    scopes = Set.copyOf(scopes);
    notes = List.copyOf(notes);
  }

  /** The same with more that a reader must know. */
  public LiveUse withNotes(List<String> more) {
    List<String> all = new ArrayList<>(notes);
    all.addAll(more);
    return new LiveUse(
        joules,
        seconds,
        unknownSeconds,
        joulesByHost,
        perOperation,
        latestWatts,
        latestJoulesPerOperation,
        emitted,
        scopes,
        origin,
        error,
        all);
  }

  /** Mean power of all hosts together, in watts; NaN before the first window. */
  public double meanWatts() {
    return seconds == 0 ? Double.NaN : joules / seconds;
  }

  /**
   * All that the hosts drew over what was done meanwhile, so what they draw when idle is in it.
   *
   * @param joules of the windows whose operations are known
   * @param seconds length of these together
   * @param operations in these
   * @param windows how many they are
   * @param lowest joules per operation of the window in which it was least
   * @param highest of the one in which it was most; infinite where nothing was done in one
   */
  public record PerOperation(
      double joules,
      double seconds,
      double operations,
      int windows,
      double lowest,
      double highest) {
    /** Joules per operation over all windows. */
    public double mean() {
      return joules / operations;
    }
  }

  /**
   * What electricity emitted, each joule by the hour in which it was used.
   *
   * @param grams of CO2 equivalent
   * @param seconds length of the windows of which that is known
   * @param operations in these
   * @param unknownSeconds length of the windows of which it is not, since nobody has said what a
   *     kilowatt-hour of one of their hours emits
   */
  public record Emitted(double grams, double seconds, double operations, double unknownSeconds) {
    static final Emitted NOTHING = new Emitted(0, 0, 0, 0);

    Emitted plus(Window window, double more, double done) {
      return Double.isNaN(more)
          ? new Emitted(grams, seconds, operations, unknownSeconds + window.seconds())
          : new Emitted(
              grams + more, seconds + window.seconds(), operations + done, unknownSeconds);
    }
  }
}
