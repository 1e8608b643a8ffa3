package org.quorate.power.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How far a server's clock is ahead of ours, by the {@code Date} of its answers. That is cut to
 * whole seconds, and may be of any moment between question and answer; each answer narrows down
 * what is possible. Thread-safe.
 */
final class ServerClock {
  /** Within this both clocks are taken to agree. */
  private static final Duration AGREEMENT = Duration.ofSeconds(2);

  private static final Duration RESOLUTION = Duration.ofSeconds(1);

  private @Nullable Duration least;
  private @Nullable Duration most;

  /**
   * Takes an answer into account.
   *
   * @param date its header; nothing follows from one that is no time
   */
  void add(String date, Instant sent, Instant received) {
    try {
      add(
          OffsetDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant(),
          sent,
          received);
    } catch (DateTimeException e) {
      // A server without a clock of its own may say anything.
    }
  }

  private synchronized void add(Instant date, Instant sent, Instant received) {
    Duration low = Duration.between(received, date);
    Duration high = Duration.between(sent, date).plus(RESOLUTION);
    Duration lowBefore = least;
    Duration highBefore = most;
    boolean agrees =
        lowBefore != null
            && highBefore != null
            && low.compareTo(highBefore) <= 0
            && high.compareTo(lowBefore) >= 0;
    // A clock that was set meanwhile contradicts what was known.
    least = agrees && lowBefore != null && lowBefore.compareTo(low) > 0 ? lowBefore : low;
    most = agrees && highBefore != null && highBefore.compareTo(high) < 0 ? highBefore : high;
  }

  /**
   * How far it is ahead, or negative, behind; zero where that may be within two seconds, and empty
   * where no answer told a date.
   */
  synchronized Optional<Duration> ahead() {
    Duration low = least;
    Duration high = most;
    if (low == null || high == null) {
      return Optional.empty();
    }
    boolean apart = low.compareTo(AGREEMENT) > 0 || high.compareTo(AGREEMENT.negated()) < 0;
    return Optional.of(apart ? low.plus(high).dividedBy(2) : Duration.ZERO);
  }
}
