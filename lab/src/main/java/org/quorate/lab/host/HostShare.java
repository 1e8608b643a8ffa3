package org.quorate.lab.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.quorate.core.clock.ClockExchange;
import org.quorate.load.LoadOutcome;

/**
 * What one host has told of one load so far. Thread-safe: filled by the thread that reads what the
 * host says.
 */
final class HostShare {
  /** Seconds by which a host may be ahead; more than that have not passed. */
  private static final int CLOCKS_APART = 60;

  private final @Nullable HostHistory history;
  private final long openedAt = System.nanoTime();
  private final List<LoadOutcome.Second> seconds = new ArrayList<>();

  /** The quickest exchange of each second, so that a day of them is a few MB. */
  private final List<ClockExchange> exchanges = new ArrayList<>();

  private @Nullable Long begunAt;
  private @Nullable HostOutcome outcome;
  private @Nullable String lostWhy;
  private long lostAt;

  HostShare(@Nullable HostHistory history) {
    this.history = history;
  }

  /**
   * Takes what the host says of its load.
   *
   * @throws IOException if it cannot be so
   */
  synchronized void take(HostMessage message) throws IOException {
    if (isOver()) {
      // What was still on its way from a host that was given up.
      return;
    }
    if (message instanceof HostMessage.Begun begun) {
      begunAt = begun.atNanos();
    } else if (message instanceof HostMessage.Lines lines && history != null) {
      history.take(lines.lines());
    } else if (message instanceof HostMessage.Passed passed
        && passed.second() == seconds.size()
        && passed.second() <= secondsSinceBegin() + CLOCKS_APART) {
      seconds.add(
          new LoadOutcome.Second(
              passed.second(),
              passed.whole(),
              passed.ok(),
              passed.failed(),
              passed.p50(),
              passed.p99()));
    } else if (message instanceof HostMessage.Over over && begunAt != null) {
      outcome = over.outcome();
    } else {
      throw new IOException(
          "it said what it was not asked for: " + message.getClass().getSimpleName());
    }
  }

  /** Takes an exchange about the clock while the load goes on. */
  synchronized void take(ClockExchange exchange) {
    int last = exchanges.size() - 1;
    if (last >= 0 && second(exchanges.get(last)) == second(exchange)) {
      if (exchange.roundTripNanos() < exchanges.get(last).roundTripNanos()) {
        exchanges.set(last, exchange);
      }
    } else {
      exchanges.add(exchange);
    }
  }

  private long secondsSinceBegin() {
    return TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - openedAt);
  }

  private static long second(ClockExchange exchange) {
    return Math.floorDiv(exchange.askedNanos(), TimeUnit.SECONDS.toNanos(1));
  }

  /** The host will tell nothing more. */
  synchronized void lost(String why, long atNanos) {
    if (outcome == null && lostWhy == null) {
      lostWhy = why;
      lostAt = atNanos;
    }
  }

  /** Whether nothing more is to come. */
  synchronized boolean isOver() {
    return outcome != null || lostWhy != null;
  }

  synchronized @Nullable HostOutcome outcome() {
    return outcome;
  }

  synchronized @Nullable String lostWhy() {
    return lostWhy;
  }

  /** When it was lost, in ns on the coordinator's clock; without meaning where it was not. */
  synchronized long lostAt() {
    return lostAt;
  }

  /** When its first operation was due, in ns on the host's clock. */
  synchronized @Nullable Long begunAt() {
    return begunAt;
  }

  /** One of the seconds that it has told of; null where it has not yet. */
  synchronized LoadOutcome.@Nullable Second second(int second) {
    return second < seconds.size() ? seconds.get(second) : null;
  }

  /** Operations that succeeded in all seconds that it has told of. */
  synchronized long ok() {
    return seconds.stream().mapToLong(LoadOutcome.Second::ok).sum();
  }

  /** How many seconds it has told of. */
  synchronized int told() {
    return seconds.size();
  }

  synchronized List<ClockExchange> exchanges() {
    return List.copyOf(exchanges);
  }

  /** Operations that arrived; null where none was to be told. */
  synchronized @Nullable Long operations() {
    return history == null ? null : Long.valueOf(history.operations());
  }

  /** Ends the history. */
  synchronized void close(long uncertaintyNanos) throws IOException {
    if (history != null) {
      history.close(uncertaintyNanos);
    }
  }
}
