package org.quorate.lab.remote;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.lab.backend.MeasuredServers;
import org.quorate.lab.counter.MachineMeter;
import org.quorate.lab.energy.Host;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.ClusterSettings;
import org.quorate.study.result.LinkResult;
import org.quorate.study.result.RunEvent;

/**
 * The servers of somebody else's cluster: of their processes and links nothing is seen from here,
 * and only the driver tells whether they are there. Used by one thread, but for {@link #death()}.
 */
final class RemoteServers implements MeasuredServers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long BETWEEN_LOOKS_MILLIS = 100;

  private final CqlSession session;
  private final ClusterSettings settings;
  private final List<Host> hosts;

  RemoteServers(CqlSession session, ClusterSettings settings, List<Host> hosts) {
    this.session = session;
    this.settings = settings;
    this.hosts = List.copyOf(hosts);
  }

  /**
   * The nodes, once the driver has found its way to all of them.
   *
   * @throws BackendException when the cluster is not as the settings expect
   */
  static RemoteNodes expected(CqlSession session, ClusterSettings settings)
      throws BackendException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      List<RemoteNode> all =
          session.getMetadata().getNodes().values().stream().map(RemoteNode::of).toList();
      RemoteNodes nodes = RemoteNodes.in(settings.dataCenters().keySet(), all);
      Optional<String> mismatch = nodes.mismatch(settings);
      if (mismatch.isEmpty()) {
        return nodes;
      }
      if (System.nanoTime() > deadline || all.stream().allMatch(RemoteNode::reached)) {
        throw new BackendException(mismatch.get());
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  @Override
  public MachineMeter machine() {
    return MachineMeter.withoutLinks();
  }

  @Override
  public void resetLinks() {}

  @Override
  public List<LinkResult> links() {
    return List.of();
  }

  @Override
  public List<Host> hosts(ClusterSettings of) {
    return hosts;
  }

  /** When servers die is not seen from here; the errors of requests are. */
  @Override
  public List<RunEvent> events(long fromNanos, long toNanos) {
    return List.of();
  }

  /** Nor is what ended a server. */
  @Override
  public Optional<String> death() {
    return Optional.empty();
  }

  @Override
  public void requireServers() throws BackendException, InterruptedException {
    expected(session, settings);
  }
}
