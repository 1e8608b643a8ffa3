package org.quorate.lab.link.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.relay.Relay;

/**
 * The program of a process that carries a cluster's links. It ends by itself soon after the cluster
 * is no longer recorded, or after the launcher of a cluster that was never detached has died, so
 * that however its launcher ended it is no orphan for long.
 */
public final class LinkCarrier {
  private static final long INTERVAL_SECONDS = 2;

  private LinkCarrier() {}

  /**
   * @param arguments the registry's directory, then the cluster's
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ClusterRegistry registry = new ClusterRegistry(Path.of(arguments[0]));
    Path directory = Path.of(arguments[1]);
    LinkPlan plan = LinkPlan.read(directory);
    LinkTraffic planned = plan.traffic();
    LinkTraffic traffic = planned == null ? LinkTraffic.BETWEEN_CASSANDRA_NODES : planned;
    try (Relay relay = Relay.open(plan.endpoints(), traffic, plan.seed());
        LinkServer server = LinkServer.open(Path.of(String.valueOf(plan.socket())), relay)) {
      boolean precedence = relay.takePrecedence();
      relay.delay(plan.distribution());
      while (needed(registry, directory)) {
        new LinkStatus(precedence, relay.reports()).write(directory);
        TimeUnit.SECONDS.sleep(INTERVAL_SECONDS);
      }
    }
  }

  private static boolean needed(ClusterRegistry registry, Path directory) {
    try {
      Optional<ClusterRecord> record =
          registry.list().stream().filter(each -> each.directory().equals(directory)).findFirst();
      return record.isPresent() && !record.get().orphaned();
    } catch (UncheckedIOException changingJustNow) {
      return true;
    }
  }
}
