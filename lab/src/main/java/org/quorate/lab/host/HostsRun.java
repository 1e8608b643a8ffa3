package org.quorate.lab.host;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.clock.ClockComparison;
import org.quorate.core.clock.ClockDifference;
import org.quorate.core.clock.ClockExchange;
import org.quorate.core.quantity.Durations;
import org.quorate.load.LoadOutcome;
import org.quorate.load.LoadPlan;
import org.quorate.study.backend.BackendException;
import org.quorate.study.result.LoadHostResult;

/**
 * One load of hosts that are ready for it: clocks are compared, all begin together, are followed
 * until they are over or lost, and clocks are compared again. Used by one thread, once.
 */
final class HostsRun {
  /** For the message to arrive and threads to be there. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final long LOOK_MILLIS = 100;

  /** Of a host that was lost, in which its clock was looked at. */
  private static final int LAST_SECONDS = 10;

  /** Beyond the duration: what a lane itself waits for its last operations, and for writing. */
  private static final long LONGEST_END_NANOS =
      2 * LoadPlan.PATIENCE.toNanos() + TimeUnit.SECONDS.toNanos(60);

  private final HostedLoad load;
  private final Duration silence;
  private final List<Part> parts = new ArrayList<>();
  private int secondsTold;

  /** A host with what is known of its clock and of its load; nulls where it never began. */
  private static final class Part {
    private final HostInLoad host;
    private @Nullable ClockComparison clock;
    private @Nullable HostShare share;

    Part(HostInLoad host) {
      this.host = host;
    }

    boolean isAtWork() {
      HostShare told = share;
      return told != null && !told.isOver();
    }
  }

  HostsRun(HostedLoad load, List<HostInLoad> hosts, Duration silence) {
    this.load = load;
    this.silence = silence;
    hosts.forEach(host -> parts.add(new Part(host)));
  }

  /**
   * Drives the load.
   *
   * @throws BackendException if no host brings it to its end, or a history cannot be written
   */
  DrivenLoad drive(Consumer<LoadOutcome.Second> everySecond)
      throws BackendException, InterruptedException {
    long start = 0;
    boolean followed = false;
    try {
      compareBefore();
      start = begin();
      follow(start, everySecond);
      compareAfter();
      close();
      followed = true;
    } catch (IOException | UncheckedIOException e) {
      throw notRecorded(e);
    } finally {
      if (!followed) {
        parts.forEach(part -> lose(part, "the load was given up"));
        closeQuietly();
      }
    }
    return result(start);
  }

  private static void lose(Part part, String why) {
    HostConnection connection = part.host.connection();
    if (connection != null) {
      connection.lose(why);
    }
  }

  private void compareBefore() throws InterruptedException {
    for (Part part : parts) {
      if (part.host.isThere()) {
        ClockDifference compared = Objects.requireNonNull(part.host.connection()).compare();
        if (compared != null) {
          part.clock = ClockComparison.begin(compared, System.nanoTime());
        }
      }
    }
  }

  /** When the first operation is due, in ns on this clock. */
  private long begin() throws IOException {
    Instant now = Instant.now();
    long start = System.nanoTime() + LEAD_NANOS;
    long epochMicros =
        TimeUnit.SECONDS.toMicros(now.getEpochSecond()) + (now.getNano() + LEAD_NANOS) / 1_000;
    for (Part part : parts) {
      ClockComparison clock = part.clock;
      if (clock != null) {
        Path file = load.history();
        HostShare share =
            new HostShare(
                file == null
                    ? null
                    : HostHistory.open(
                        beside(file, part.host.name()), part.host.name(), clock.offsetNanos()));
        part.share = share;
        Objects.requireNonNull(part.host.connection())
            .begin(new HostMessage.Begin(start + clock.offsetNanos(), epochMicros), share);
      }
    }
    return start;
  }

  /** The name of a host's own history, as {@code history-load1.csv.gz}. */
  static Path beside(Path history, String host) {
    return history.resolveSibling(
        history.getFileName().toString().replaceFirst("(\\.csv\\.gz)?$", "-" + host + ".csv.gz"));
  }

  private void follow(long start, Consumer<LoadOutcome.Second> everySecond)
      throws InterruptedException {
    long latest = start + load.duration().toNanos() + LONGEST_END_NANOS;
    while (parts.stream().anyMatch(Part::isAtWork)) {
      for (Part part : parts) {
        if (part.isAtWork()) {
          HostConnection connection = Objects.requireNonNull(part.host.connection());
          if (connection.silentNanos() > silence.toNanos()) {
            connection.lose("nothing was heard of it for " + Durations.format(silence));
          } else if (System.nanoTime() - latest > 0) {
            connection.lose("its load does not end");
          } else {
            connection.askClock();
          }
        }
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      tell(everySecond);
    }
    tell(everySecond);
  }

  private void tell(Consumer<LoadOutcome.Second> everySecond) {
    List<HostShare> shares = shares();
    int most = shares.stream().mapToInt(HostShare::told).max().orElse(0);
    while (secondsTold < most
        && shares.stream().allMatch(share -> share.isOver() || share.told() > secondsTold)) {
      everySecond.accept(HostSums.second(secondsTold++, shares));
    }
  }

  private List<HostShare> shares() {
    return parts.stream().flatMap(part -> Stream.ofNullable(part.share)).toList();
  }

  private void compareAfter() throws InterruptedException {
    for (Part part : parts) {
      ClockComparison clock = part.clock;
      HostShare share = part.share;
      if (clock != null && share != null) {
        ClockDifference compared = null;
        if (part.host.isThere()) {
          compared = Objects.requireNonNull(part.host.connection()).compare();
        }
        List<ClockExchange> exchanges = share.exchanges();
        if (compared != null) {
          clock = clock.end(compared, System.nanoTime());
        } else if (!exchanges.isEmpty()) {
          List<ClockExchange> last =
              exchanges.subList(Math.max(0, exchanges.size() - LAST_SECONDS), exchanges.size());
          clock =
              clock.end(
                  ClockDifference.ofQuickest(last), last.get(last.size() - 1).receivedNanos());
        }
        for (ClockExchange exchange : exchanges) {
          clock = clock.with(exchange);
        }
        part.clock = clock;
      }
    }
  }

  private void close() throws IOException {
    for (Part part : parts) {
      ClockComparison clock = part.clock;
      HostShare share = part.share;
      if (clock != null && share != null) {
        share.close(clock.uncertaintyNanos());
      }
    }
  }

  private DrivenLoad result(long start) throws BackendException {
    try {
      if (shares().stream().allMatch(share -> share.outcome() == null)) {
        throw new BackendException(
            "Every load host was lost: "
                + String.join(
                    "; ",
                    parts.stream().map(part -> part.host.name() + ", " + whyNot(part)).toList())
                + ".");
      }
      return new DrivenLoad(
          HostSums.of(start, shares()), parts.stream().map(part -> result(part, start)).toList());
    } catch (IllegalArgumentException e) {
      throw new BackendException("A load host is of no use: " + e.getMessage() + ".", e);
    }
  }

  private BackendException notRecorded(Exception e) {
    return new BackendException(
        "The histories of load hosts cannot be written: " + e.getMessage(), e);
  }

  private static LoadHostResult result(Part part, long start) {
    ClockComparison clock = part.clock;
    HostShare share = part.share;
    if (clock == null || share == null) {
      return new LoadHostResult(
          part.host.name(), null, null, null, null, null, null, 0, 0.0, whyNot(part));
    }
    Long begun = share.begunAt();
    String lost = share.lostWhy();
    return new LoadHostResult(
        part.host.name(),
        share.operations(),
        begun == null ? null : Double.valueOf((begun - clock.offsetNanos() - start) / 1e9),
        reading(clock.before()),
        reading(clock.after()),
        clock.driftPartsPerMillion(),
        clock.uncertaintyNanos(),
        clock.contradictions(),
        lost == null ? null : Double.valueOf(Math.max(0, (share.lostAt() - start) / 1e9)),
        lost);
  }

  private static String whyNot(Part part) {
    HostConnection connection = part.host.connection();
    String why = connection == null ? null : connection.lost();
    return why == null ? "it could not be started again" : why;
  }

  private static LoadHostResult.@Nullable ClockReading reading(@Nullable ClockDifference known) {
    return known == null
        ? null
        : new LoadHostResult.ClockReading(known.offsetNanos(), known.boundNanos());
  }

  private void closeQuietly() {
    for (Part part : parts) {
      ClockComparison clock = part.clock;
      HostShare share = part.share;
      try {
        if (clock != null && share != null) {
          share.close(clock.uncertaintyNanos());
        }
      } catch (IOException | RuntimeException e) {
        // What ended the load is what is told.
      }
    }
  }
}
