package org.quorate.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.quorate.bench.relay.MessageStream;
import org.quorate.bench.relay.Nodes;
import org.quorate.bench.relay.RelayProcess;
import org.quorate.core.quantity.Durations;

/**
 * What the relay adds to the delay of its links, and how many messages it carries: 512-byte
 * messages on six links between three nodes, sent open loop at evenly spaced or Poisson instants,
 * by one thread that sends and receives on one processor core, while the relay has another to
 * itself.
 *
 * <p>Every measurement is made twice, through the relay and over connections without it. The latter
 * is what sending, receiving and the machine add by themselves: "added" through the relay contains
 * it. All times count from the instant at which a message should have been sent.
 *
 * <p>The relay asks for real-time priority as it does in the lab; with the environment variable
 * {@code QUORATE_ORDINARY_PRIORITY} set it does not.
 *
 * <p>Arguments: seconds per measurement (default 8), repetitions (default 5) and {@code even} or
 * {@code poisson} (default).
 */
public final class RelayBenchmark {
  private static final int NODES = 3;
  private static final double REQUIRED_RATE = 20_000;
  private static final double REQUIRED_MICROS = 300;
  private static final double[] HIGHER_RATES = {
    30_000, 40_000, 50_000, 60_000, 80_000, 100_000, 120_000
  };
  private static final double WARM_UP_SECONDS = 4;

  private record Measured(
      String way,
      double rate,
      Histogram late,
      double processorShare,
      RelayProcess.Achieved achieved) {
    double micros(double percentile) {
      return late.getValueAtPercentile(percentile) / 1e3;
    }

    void print() {
      System.out.printf(
          "%-10s %,9.0f/s  added p50 %8.1f  p99 %8.1f  p99.9 %8.1f us   relay thread %5.1f %%"
              + "   inside p50 %8.1f p99 %8.1f us%n",
          way,
          rate,
          micros(50),
          micros(99),
          micros(99.9),
          100 * processorShare,
          achieved.p50() / 1e3,
          achieved.p99() / 1e3);
    }
  }

  private final double seconds;
  private final int repetitions;
  private final boolean poisson;

  private RelayBenchmark(double seconds, int repetitions, boolean poisson) {
    this.seconds = seconds;
    this.repetitions = repetitions;
    this.poisson = poisson;
  }

  public static void main(String[] arguments) throws Exception {
    new RelayBenchmark(
            arguments.length > 0 ? Double.parseDouble(arguments[0]) : 8,
            arguments.length > 1 ? Integer.parseInt(arguments[1]) : 5,
            arguments.length <= 2 || arguments[2].equals("poisson"))
        .run();
  }

  private void run() throws Exception {
    boolean pinned = Runtime.getRuntime().availableProcessors() > 1 && pinThisProcess(1);
    System.out.println(
        pinned
            ? "The relay has core 0 to itself, the thread that sends and receives core 1."
            : "Nothing is pinned to a core: taskset or a second core is missing.");
    try (Nodes nodes = new Nodes(NODES);
        RelayProcess relay = RelayProcess.start(nodes, pinned ? 0 : -1)) {
      System.out.println("The relay has " + relay.priority() + " priority.");
      measure(nodes, relay);
    }
  }

  private void measure(Nodes nodes, RelayProcess relay) throws Exception {
    try (Nodes.Connections straight = nodes.connect(false);
        Nodes.Connections relayed = nodes.connect(true);
        MessageStream straightTraffic = new MessageStream(straight);
        MessageStream relayedTraffic = new MessageStream(relayed)) {
      Way direct = new Way("direct", straightTraffic, relay, Duration.ZERO);
      Way slow = new Way("5 ms", relayedTraffic, relay, Duration.ofMillis(5));
      Way fast = new Way("1 ms", relayedTraffic, relay, Duration.ofMillis(1));
      List<Way> ways = List.of(direct, slow, fast);
      for (Way way : ways) {
        way.measure(REQUIRED_RATE, WARM_UP_SECONDS);
      }
      idle(relay);
      if (!compare(ways, REQUIRED_RATE, repetitions)) {
        return;
      }
      double highest = REQUIRED_RATE;
      for (double rate : HIGHER_RATES) {
        if (!compare(List.of(direct, slow), rate, Math.min(repetitions, 3))) {
          break;
        }
        highest = rate;
      }
      System.out.printf("highest rate tried at which the bar was met: %,.0f/s%n", highest);
    }
  }

  /** Measures each way in turn; whether all through the relay were within the bar. */
  private boolean compare(List<Way> ways, double rate, int times) throws Exception {
    List<List<Measured>> all = new ArrayList<>();
    ways.forEach(way -> all.add(new ArrayList<>()));
    for (int i = 0; i < times; i++) {
      for (int j = 0; j < ways.size(); j++) {
        Measured measured = ways.get(j).measure(rate, seconds);
        measured.print();
        all.get(j).add(measured);
      }
    }
    boolean within = true;
    double direct = median(all.get(0), measured -> measured.micros(99));
    for (int j = 1; j < ways.size(); j++) {
      double added = median(all.get(j), measured -> measured.micros(99));
      within &= added <= REQUIRED_MICROS;
      System.out.printf(
          "median of %d at %,.0f/s over %s: added p50 %.1f, p99 %.1f us (direct p50 %.1f, p99 %.1f"
              + " us); relay thread %.1f %% of a core; bar of %.0f us at p99 %s%n",
          times,
          rate,
          ways.get(j).name,
          median(all.get(j), measured -> measured.micros(50)),
          added,
          median(all.get(0), measured -> measured.micros(50)),
          direct,
          100 * median(all.get(j), Measured::processorShare),
          REQUIRED_MICROS,
          added <= REQUIRED_MICROS ? "met" : "missed");
    }
    return within;
  }

  private static void idle(RelayProcess relay) throws IOException {
    long before = relay.processorNanos();
    long start = System.nanoTime();
    long end = start + Duration.ofSeconds(5).toNanos();
    while (System.nanoTime() < end) {
      LockSupport.parkNanos(end - System.nanoTime());
    }
    System.out.printf(
        "idle, connections open: relay thread %.2f %% of a core%n",
        100.0 * (relay.processorNanos() - before) / (System.nanoTime() - start));
  }

  private static double median(List<Measured> measured, ToDoubleFunction<Measured> value) {
    double[] sorted = measured.stream().mapToDouble(value).sorted().toArray();
    return sorted[sorted.length / 2];
  }

  private static boolean pinThisProcess(int core) throws InterruptedException {
    try {
      long pid = ProcessHandle.current().pid();
      return new ProcessBuilder("taskset", "-a", "-cp", core + "", pid + "")
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Six connections, through the relay or not. */
  private final class Way {
    private final String name;
    private final MessageStream traffic;
    private final RelayProcess relay;
    private final Duration delay;

    Way(String name, MessageStream traffic, RelayProcess relay, Duration delay) {
      this.name = name;
      this.traffic = traffic;
      this.relay = relay;
      this.delay = delay;
    }

    Measured measure(double rate, double length) throws IOException {
      relay.delay(Durations.format(delay));
      long before = relay.processorNanos();
      long start = System.nanoTime();
      Histogram late = traffic.exchange(rate, poisson, length, delay.toNanos());
      double took = (System.nanoTime() - start - delay.toNanos()) / 1e9;
      double share = (relay.processorNanos() - before) / (took * 1e9);
      return new Measured(name, late.getTotalCount() / took, late, share, relay.achieved());
    }
  }
}
