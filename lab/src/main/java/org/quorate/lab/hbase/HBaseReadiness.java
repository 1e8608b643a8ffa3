package org.quorate.lab.hbase;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.local.LocalNode;
import org.quorate.lab.engine.local.LocalProcess;
import org.quorate.lab.engine.local.LocalService;
import org.quorate.lab.engine.local.Readiness;
import org.quorate.lab.engine.local.ReadinessPoll;
import org.quorate.study.progress.Progress;

/**
 * An HBase cluster is ready when ZooKeeper serves, the master is active and has assigned HBase's
 * own regions, and every region server takes connections and is counted on by the master since its
 * newest start. Where no master runs, region servers need only take connections.
 */
final class HBaseReadiness implements Readiness {
  /**
   * By how much the kernel's time of a process's start may be wrong. No server is ready so soon
   * after its start, so that none is taken for the one that was there before it.
   */
  static final Duration ERROR_OF_START = Duration.ofSeconds(1);

  private static final int PATIENCE_PER_PROBE_MILLIS = 2_000;

  private static final String NO_MASTER = "the master has not assigned HBase's own regions yet";

  private final InetSocketAddress zooKeeper;
  private final @Nullable NameNodeProbe nameNode;
  private final ReadinessPoll poll;

  /**
   * @param zooKeeper of the cluster
   * @param nameNode of the cluster; null where its files are local
   * @param patience how long processes may take until they are ready
   */
  HBaseReadiness(InetSocketAddress zooKeeper, @Nullable NameNodeProbe nameNode, Duration patience) {
    this.zooKeeper = zooKeeper;
    this.nameNode = nameNode;
    this.poll = new ReadinessPoll(patience, StartFailure::reason);
  }

  /**
   * Everything else looks for ZooKeeper and the file system as soon as it starts; nothing looks for
   * the master. A name node that is started again leaves its safe mode only after data nodes.
   */
  @Override
  public void await(LocalService started) throws EngineException, InterruptedException {
    poll.await(
        List.of(started),
        List.of(),
        process -> missing(started, null),
        Progress.silent().start("", 0, ""));
  }

  private Optional<String> missing(LocalService service, @Nullable MasterQuestions questions) {
    NameNodeProbe files = nameNode;
    if (service.name().equals(HBaseEngine.ZOOKEEPER)) {
      return zooKeeperMisses();
    }
    if (service.name().equals(HBaseEngine.MASTER)) {
      return questions == null ? Optional.empty() : masterMisses(questions);
    }
    if (files == null) {
      return Optional.empty();
    }
    if (service.name().equals(HdfsServices.NAME_NODE)) {
      return files.misses();
    }
    return accepts(service.address())
        ? files.misses(service.address(), started(service))
        : Optional.of("it takes no connections yet");
  }

  @Override
  public void await(
      List<LocalService> services,
      List<LocalNode> starting,
      List<LocalNode> running,
      Progress.Task task)
      throws EngineException, InterruptedException {
    List<LocalProcess> all = new ArrayList<>(services);
    all.addAll(starting);
    all.addAll(running);
    boolean mastered =
        services.stream().anyMatch(service -> service.name().equals(HBaseEngine.MASTER));
    try (MasterQuestions questions = new MasterQuestions(zooKeeper)) {
      poll.await(
          all,
          starting,
          process ->
              process instanceof LocalNode node
                  ? missing(node, mastered ? questions : null)
                  : missing((LocalService) process, questions),
          task);
    }
  }

  private Optional<String> zooKeeperMisses() {
    return ZooKeeperProbe.answers(zooKeeper, Duration.ofMillis(PATIENCE_PER_PROBE_MILLIS))
        ? Optional.empty()
        : Optional.of("it does not serve yet");
  }

  private static Optional<String> masterMisses(MasterQuestions questions) {
    try {
      questions.ask();
      return Optional.empty();
    } catch (IOException notYet) {
      return Optional.of(NO_MASTER);
    }
  }

  private static Optional<String> missing(LocalNode node, @Nullable MasterQuestions questions) {
    if (!accepts(node.storageAddress())) {
      return Optional.of("it takes no connections yet");
    }
    if (questions == null) {
      return Optional.empty();
    }
    try {
      return questions.ask().missing(node.clientAddress(), started(node));
    } catch (IOException notYet) {
      return Optional.of(NO_MASTER);
    }
  }

  /** When the process started, which tells it from the one that was there before it. */
  private static Instant started(LocalProcess process) {
    return ProcessHandle.of(process.processId())
        .flatMap(known -> known.info().startInstant())
        .orElseGet(Instant::now);
  }

  private static boolean accepts(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, PATIENCE_PER_PROBE_MILLIS);
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
