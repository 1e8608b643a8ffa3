package org.quorate.core.rest;

import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;

/**
 * How long nodes may rest so that hints bring them all that they miss: nine tenths of the shortest
 * of two times, less the time that waking takes. One is the hint window, after which servers write
 * no more hints for a node. The other is {@code gc_grace_seconds} of a table: hints that are older
 * are not delivered, and deletions that are older are forgotten, so that what was deleted would
 * come back from a node that has it still. The tenth is for clocks that servers begin earlier than
 * the rest, and for the delivery itself. Stateless.
 */
final class LongestRest {
  private static final int TENTHS_USED = 9;

  private record Limit(Duration time, String what, String remedy) {}

  private LongestRest() {}

  /**
   * @param awake nodes that stay awake, at least one
   * @param keyspaces those with rows on nodes that are to rest
   */
  static RestDecision of(
      Collection<RestNode> awake, Collection<RestKeyspace> keyspaces, Duration timeToWake) {
    Stream<Limit> windows =
        awake.stream()
            .map(
                node ->
                    new Limit(
                        node.hints().window(),
                        "the hint window of " + node.name(),
                        "raise max_hint_window"));
    Stream<Limit> tables =
        keyspaces.stream()
            .flatMap(
                keyspace ->
                    keyspace.tables().stream()
                        .map(
                            table ->
                                new Limit(
                                    table.gcGrace(),
                                    "gc_grace_seconds of table "
                                        + keyspace.name()
                                        + "."
                                        + table.name(),
                                    "raise it")));
    Limit least =
        Stream.concat(windows, tables)
            .min(Comparator.comparing(Limit::time).thenComparing(Limit::what))
            .orElseThrow();
    Duration longest = least.time().multipliedBy(TENTHS_USED).dividedBy(10).minus(timeToWake);
    return longest.compareTo(Duration.ZERO) > 0
        ? new MayRest(longest, least.what() + ", " + Durations.format(least.time()), List.of())
        : new MustStay(
            "There is no time to rest: "
                + least.what()
                + " is only "
                + Durations.format(least.time())
                + ", and waking takes up to "
                + Durations.format(timeToWake)
                + "; "
                + least.remedy()
                + ", or let the node stay awake.");
  }
}
