package org.quorate.cli.observe;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.propagation.CanaryPropagation;
import org.quorate.cassandra.propagation.CanarySettings;
import org.quorate.cassandra.propagation.GivenPropagation;
import org.quorate.cassandra.propagation.IdealLevelPropagation;
import org.quorate.cassandra.propagation.NetworkPropagation;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.propagation.TimedTable;
import org.quorate.cassandra.propagation.TracePropagation;
import org.quorate.core.level.Level;
import org.quorate.core.quantity.Durations;
import org.quorate.core.text.Suggestions;

/** Where the propagation time comes from. Stateless. */
public final class PropagationOption {
  /** What is taken where nobody says. */
  public static final String DEFAULT = NetworkPropagation.NAME;

  /** The names of those that measure, beside which a time can be stated. */
  public static final List<String> SOURCES =
      List.of(
          NetworkPropagation.NAME,
          TracePropagation.NAME,
          CanaryPropagation.NAME,
          IdealLevelPropagation.NAME);

  private static final Duration IDEAL_LEVEL_WINDOW = Duration.ofSeconds(5);

  private PropagationOption() {}

  /**
   * Checks the option, before anything is connected to.
   *
   * @param before what stands before an option's name, in messages: two dashes, or nothing
   * @param text a source's name or a time
   * @param allowChanges whether the source may change the cluster
   * @param hasManagement whether it is known where nodes listen for JMX
   * @throws IllegalArgumentException if it cannot be; the message is one sentence
   */
  public static void check(
      String before, String text, boolean allowChanges, boolean hasManagement) {
    switch (text) {
      case NetworkPropagation.NAME -> {}
      case TracePropagation.NAME -> {
        if (!allowChanges) {
          throw new IllegalArgumentException(
              before
                  + "propagation traces has servers write what they do for up to 3 reads in a round"
                  + " to system_traces, some dozen rows each that stay for a day; add "
                  + before
                  + "allow-changes to allow that.");
        }
      }
      case CanaryPropagation.NAME -> {
        if (!allowChanges) {
          throw new IllegalArgumentException(
              before
                  + "propagation canary writes to the cluster: small rows, up to 5 in a round, to"
                  + " table quorate_canary.canary, which it creates where it is missing; add "
                  + before
                  + "allow-changes to allow that.");
        }
      }
      case IdealLevelPropagation.NAME -> {
        if (!hasManagement) {
          throw new IllegalArgumentException(
              before
                  + "propagation ideal-level is set and read over JMX; say where with "
                  + before
                  + "jmx.");
        }
        if (!allowChanges) {
          throw new IllegalArgumentException(
              before
                  + "propagation ideal-level changes a setting of every server, the ideal"
                  + " consistency level, and can give it back only where there was one before; add "
                  + before
                  + "allow-changes to allow that.");
        }
      }
      default -> {
        var unused = time(text);
      }
    }
  }

  /**
   * Makes the sources.
   *
   * @param text that {@link #check} has let pass
   */
  static PropagationFactory factory(
      String text, Level writeLevel, @Nullable ManagementAccess management) {
    return (session, table, ladder, averageWriteBytes) -> {
      TimedTable measured =
          TimedTable.of(session, table, ladder, averageWriteBytes, new SplittableRandom());
      return switch (text) {
        case NetworkPropagation.NAME -> new NetworkPropagation(measured);
        case TracePropagation.NAME -> new TracePropagation(measured);
        case CanaryPropagation.NAME ->
            new CanaryPropagation(
                session, table.keyspace(), ladder, CanarySettings.DEFAULT, new SplittableRandom());
        case IdealLevelPropagation.NAME -> {
          if (management == null) {
            throw new IllegalArgumentException("The ideal level needs JMX.");
          }
          yield IdealLevelPropagation.withConsentToChangeServers(
              session, management, table.keyspace(), writeLevel, IDEAL_LEVEL_WINDOW);
        }
        default -> new GivenPropagation(time(text).toNanos() / 1e9, System::nanoTime);
      };
    };
  }

  private static Duration time(String text) {
    try {
      return Durations.parse(text);
    } catch (IllegalArgumentException notATime) {
      throw new IllegalArgumentException(
          "\""
              + text
              + "\" is no source of propagation times; write "
              + String.join(", ", SOURCES)
              + ", or a time such as 5ms."
              + Suggestions.didYouMean(text, SOURCES),
          notATime);
    }
  }
}
