package org.quorate.lab.cassandra;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.local.LocalNode;
import org.quorate.lab.engine.local.LocalService;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.lab.engine.local.ReadinessPoll;
import org.quorate.study.progress.Progress;

/**
 * Cassandra nodes are ready when each takes clients over the native protocol, each sees all others
 * alive, and all know the whole ring and have one schema.
 */
final class CassandraReadiness implements Readiness {
  private static final Duration PATIENCE_PER_PROBE = Duration.ofSeconds(2);

  private final int ringTokens;
  private final ReadinessPoll poll;

  /**
   * @param ringTokens the number of tokens of all nodes together
   * @param patience how long nodes may take until they are ready
   */
  CassandraReadiness(int ringTokens, Duration patience) {
    this.ringTokens = ringTokens;
    this.poll = new ReadinessPoll(patience, StartFailure::reason);
  }

  @Override
  public void await(
      List<LocalService> services,
      List<LocalNode> starting,
      List<LocalNode> running,
      Progress.Task task)
      throws EngineException, InterruptedException {
    List<LocalNode> all = Stream.concat(starting.stream(), running.stream()).toList();
    Set<String> addresses =
        all.stream()
            .map(node -> node.advertisedStorageAddress().getAddress().getHostAddress())
            .collect(Collectors.toSet());
    poll.await(
        all,
        starting,
        process -> process instanceof LocalNode node ? missing(node, addresses) : Optional.empty(),
        task);
  }

  private Optional<String> missing(LocalNode node, Set<String> addresses) {
    if (!ClientProbe.answers(node.clientAddress(), PATIENCE_PER_PROBE)) {
      return Optional.of("it takes no clients yet");
    }
    // JMX knows no timeout.
    try (Management management = Management.connect(node.managementPort())) {
      return management.missing(addresses, ringTokens);
    } catch (IOException failure) {
      return Optional.of("it cannot be asked about its cluster yet");
    }
  }
}
