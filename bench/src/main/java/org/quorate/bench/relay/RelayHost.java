package org.quorate.bench.relay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.link.LinkReport;
import org.quorate.lab.link.relay.Relay;
import org.quorate.lab.link.relay.RelayEndpoint;

/**
 * Hosts a relay in a process of its own, with real-time priority unless the variable {@code
 * QUORATE_ORDINARY_PRIORITY} is set, and obeys lines on standard input, with one line of answer
 * each: {@code delay TEXT}, {@code reset}, {@code processor} (nanoseconds of the relay's thread)
 * and {@code achieved} (the worst median and 99th percentile of all links, nanoseconds). Ends when
 * the input does.
 */
final class RelayHost {
  private static final long SEED = 42;

  private RelayHost() {}

  /**
   * @param arguments for each node its advertised and its listen address, as host:port
   */
  public static void main(String[] arguments) throws IOException {
    List<RelayEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      endpoints.add(new RelayEndpoint(i / 2 + 1, at(arguments[i]), at(arguments[i + 1])));
    }
    BufferedReader commands =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try (Relay relay = Relay.open(endpoints, SEED)) {
      boolean precedence =
          System.getenv("QUORATE_ORDINARY_PRIORITY") == null && relay.takePrecedence();
      System.out.println(precedence ? "real-time" : "ordinary");
      for (String line = commands.readLine(); line != null; line = commands.readLine()) {
        System.out.println(obey(relay, line));
      }
    }
  }

  private static String obey(Relay relay, String line) {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "delay" -> relay.delay(DelayDistribution.parse(words[1]));
      case "reset" -> relay.resetReports();
      case "processor" -> {
        return Long.toString(processorNanos());
      }
      case "achieved" -> {
        List<LinkReport> reports = relay.reports();
        return String.format(
            Locale.ROOT,
            "%d %d",
            reports.stream().mapToLong(link -> link.achieved().p50()).max().orElse(0),
            reports.stream().mapToLong(link -> link.achieved().p99()).max().orElse(0));
      }
      default -> throw new IllegalArgumentException("The relay's host knows no " + words[0]);
    }
    return "done";
  }

  private static long processorNanos() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().equals("quorate-relay")) {
        return threads.getThreadCpuTime(thread.getThreadId());
      }
    }
    throw new IllegalStateException("The relay's thread has ended.");
  }

  private static InetSocketAddress at(String address) throws IOException {
    int colon = address.lastIndexOf(':');
    return new InetSocketAddress(
        InetAddress.getByName(address.substring(0, colon)),
        Integer.parseInt(address.substring(colon + 1)));
  }
}
