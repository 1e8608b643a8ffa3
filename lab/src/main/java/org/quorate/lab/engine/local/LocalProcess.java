package org.quorate.lab.engine.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ControlGroup;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;
import org.quorate.lab.process.ProcessStatistics;

/**
 * A node or service that is one process of this machine. Every change of its state is written to
 * the cluster's record before the process feels it, so that no process that watches takes an end on
 * purpose for a death.
 */
public abstract sealed class LocalProcess implements RunningProcess
    permits LocalNode, LocalService {
  private static final Duration END_PATIENCE = Duration.ofSeconds(30);
  private static final Duration REFRESH = Duration.ofMillis(500);

  private final LocalCluster cluster;
  private final String name;
  private final List<String> command;
  private final ReentrantLock operations = new ReentrantLock();
  private volatile NodeState state;
  private volatile @Nullable ChildProcess process;
  private volatile @Nullable ProcessIdentity identity;

  /** Whether another handle, so perhaps another process, started or ended the process last. */
  private volatile boolean foreign;

  private volatile long refreshedAtNanos;

  /** What is written down of the process, and may have been by another handle. */
  record Recorded(@Nullable ProcessIdentity process, NodeState state) {}

  LocalProcess(LocalCluster cluster, String name, List<String> command, Recorded recorded) {
    this.cluster = cluster;
    this.name = name;
    this.command = command;
    this.state = recorded.state();
    this.identity = recorded.process();
  }

  /** What the cluster's record says of this process. */
  abstract Optional<Recorded> recordedIn(ClusterRecord record);

  /** The cluster's record with something else written down of this process. */
  abstract ClusterRecord record(ClusterRecord record, Recorded now);

  /** The group of processes to start in, without a limit as yet; null for none. */
  abstract @Nullable ControlGroup unlimited() throws EngineException;

  /** Holds the process to its quota, where it has one. */
  abstract void hold() throws EngineException;

  final LocalCluster cluster() {
    return cluster;
  }

  /** Takes hold of the process that the record names; without one, the node has stopped or died. */
  void attach() {
    foreign = true;
    refreshedAtNanos = System.nanoTime();
    ProcessIdentity recorded = identity;
    Optional<ChildProcess> found =
        recorded == null ? Optional.empty() : ChildProcess.attach(recorded);
    if (found.isPresent()) {
      process = found.get();
      watch(found.get());
    } else if (!takeUnrecorded() && state != NodeState.STOPPED) {
      state = NodeState.DIED;
    }
  }

  /** Takes hold of what a starter left that was killed, unless an operation may just start it. */
  private boolean takeUnrecorded() {
    if (!operations.tryLock()) {
      return false;
    }
    try {
      Path file = cluster.record().identityFile(name);
      ChildProcess found = isAlive() ? null : ChildProcess.attach(file).orElse(null);
      if (found != null) {
        identity = found.identity();
        state = NodeState.STARTING;
        process = found;
        watch(found);
      }
      return found != null;
    } finally {
      operations.unlock();
    }
  }

  /** Starts the process without waiting for it to be ready. */
  void start() throws EngineException {
    start(List.of());
  }

  private void start(List<String> javaOptions) throws EngineException {
    List<String> with = new ArrayList<>(command);
    with.addAll(Math.min(1, with.size()), javaOptions);
    cluster.unlessStopped(() -> startProcess(with));
  }

  private void startProcess(List<String> program) throws EngineException {
    Path directory = cluster.record().nodeDirectory(name);
    Path logs = cluster.record().logDirectory(name);
    try {
      Files.createDirectories(logs);
      ChildProcess started =
          ChildProcess.start(
              program,
              directory,
              Map.of(),
              logs.resolve("output.log"),
              cluster.record().identityFile(name),
              unlimited());
      process = started;
      identity = started.identity();
      foreign = false;
      become(NodeState.STARTING);
      watch(started);
    } catch (IOException failure) {
      throw new EngineException(
          "The process of " + name + " cannot be started: " + failure.getMessage() + ".",
          lastLogLines(20),
          failure);
    }
  }

  /** Notes that the process answers, and holds it to its quota from now on. */
  void ready() throws EngineException {
    if (state == NodeState.STARTING) {
      hold();
      become(NodeState.READY);
    }
  }

  /** Notes that the process is about to be ended together with all others. */
  void endingWithCluster() {
    state = NodeState.STOPPED;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public long processId() {
    refresh();
    ProcessIdentity last = identity;
    return last == null ? 0 : last.processId();
  }

  @Override
  public NodeState state() {
    refresh();
    // Whoever froze the process, it is frozen; only the kernel knows.
    return state == NodeState.READY && statistics().map(ProcessStatistics::frozen).orElse(false)
        ? NodeState.PAUSED
        : state;
  }

  /** The exit status of the last process, if it has ended and was started here. */
  public OptionalInt exitStatus() throws InterruptedException {
    ChildProcess last = process;
    // The kernel shows the end of a process shortly before its parent has taken notice.
    return last != null && !last.isAlive() && last.awaitEnd(1, TimeUnit.SECONDS)
        ? last.exitStatus()
        : OptionalInt.empty();
  }

  /** Whether the process runs, frozen or not. */
  public boolean isAlive() {
    ChildProcess last = process;
    return last != null && last.isAlive();
  }

  @Override
  public void kill() throws InterruptedException {
    end(ProcessSignal.KILL);
  }

  @Override
  public void stop() throws InterruptedException {
    end(ProcessSignal.TERM);
  }

  @Override
  public void restart() throws EngineException, InterruptedException {
    exclusively(
        () -> {
          stop();
          start();
          awaitReady();
        });
  }

  @Override
  public void begin(List<String> javaOptions) throws EngineException, InterruptedException {
    exclusively(
        () -> {
          look();
          if (!isAlive()) {
            start(javaOptions);
          }
        });
  }

  @Override
  public void pause() throws EngineException, InterruptedException {
    exclusively(
        () -> {
          ChildProcess running = running("paused");
          running.send(ProcessSignal.STOP);
          running.awaitFrozen(true);
        });
  }

  @Override
  public void resume() throws EngineException, InterruptedException {
    exclusively(
        () -> {
          ChildProcess running = running("resumed");
          running.send(ProcessSignal.CONT);
          running.awaitFrozen(false);
        });
  }

  @Override
  public Duration processorTime() {
    return statistics().map(ProcessStatistics::processorTime).orElse(Duration.ZERO);
  }

  @Override
  public long residentMemory() {
    return statistics().map(ProcessStatistics::residentMemory).orElse(0L);
  }

  @Override
  public Path log() {
    return cluster.record().logDirectory(name).resolve("system.log");
  }

  @Override
  public List<String> lastLogLines(int count) {
    List<String> lines = new ArrayList<>(LogTail.of(log(), count));
    // What the virtual machine itself has to say, as on its end by lack of memory, comes last.
    lines.addAll(LogTail.of(log().resolveSibling("output.log"), count));
    return List.copyOf(lines.subList(Math.max(0, lines.size() - count), lines.size()));
  }

  @Override
  public String toString() {
    return name + " (" + state + ")";
  }

  /** What is not done while the process is started, ended or frozen. */
  interface Operation {
    void run() throws EngineException, InterruptedException;
  }

  final void exclusively(Operation operation) throws EngineException, InterruptedException {
    operations.lockInterruptibly();
    try {
      operation.run();
    } finally {
      operations.unlock();
    }
  }

  /** The process of the last start, whoever started it; none where there was no start. */
  final Optional<ChildProcess> child() {
    look();
    return Optional.ofNullable(process);
  }

  private Optional<ProcessStatistics> statistics() {
    refresh();
    ProcessIdentity last = identity;
    return last == null ? Optional.empty() : last.statistics();
  }

  private ChildProcess running(String participle) throws EngineException {
    look();
    ChildProcess last = process;
    if (last == null || !last.isAlive()) {
      throw new EngineException(
          name + " cannot be " + participle + ", since it does not run; restart it first.");
    }
    return last;
  }

  private void end(ProcessSignal signal) throws InterruptedException {
    operations.lockInterruptibly();
    try {
      look();
      ChildProcess last = process;
      if (last == null || !last.isAlive()) {
        return;
      }
      try {
        become(NodeState.STOPPED);
      } catch (EngineException unrecorded) {
        // The process is to end whether or not that can be written down.
        state = NodeState.STOPPED;
      }
      last.send(signal);
      // A frozen process acts on SIGTERM only once it goes on.
      last.send(ProcessSignal.CONT);
      if (!last.awaitEnd(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        last.send(ProcessSignal.KILL);
        last.awaitEnd(END_PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      }
      // Whoever starts it next may be another.
      foreign = true;
    } finally {
      operations.unlock();
    }
  }

  private void become(NodeState next) throws EngineException {
    state = next;
    ProcessIdentity last = identity;
    cluster.registry().update(cluster.record(), record -> record(record, new Recorded(last, next)));
  }

  private void watch(ChildProcess watched) {
    CompletableFuture<Void> told = watched.onExit().thenRunAsync(() -> ended(watched));
    told.exceptionally(
        failure -> {
          System.getLogger(LocalProcess.class.getName())
              .log(System.Logger.Level.WARNING, "The end of " + name + " was not told.", failure);
          return null;
        });
  }

  private void ended(ChildProcess watched) {
    if (process != watched || state == NodeState.STOPPED) {
      return;
    }
    // Another process may have stopped the cluster, or stopped or restarted the node.
    Optional<Recorded> recorded = cluster.recorded(this);
    boolean onPurpose =
        recorded.isEmpty()
            || recorded.get().state() == NodeState.STOPPED
            || !watched.identity().equals(recorded.get().process());
    state = onPurpose ? NodeState.STOPPED : NodeState.DIED;
    cluster.processEnded(this, watched.exitStatus());
    foreign = true;
  }

  private void refresh() {
    if (System.nanoTime() - refreshedAtNanos >= REFRESH.toNanos()) {
      look();
    }
  }

  /** Looks up what other handles have made of a process that is in their hands. */
  private void look() {
    if (!foreign) {
      return;
    }
    refreshedAtNanos = System.nanoTime();
    Optional<Recorded> recorded = cluster.recorded(this);
    if (recorded.isEmpty()) {
      return;
    }
    ProcessIdentity now = recorded.get().process();
    boolean runs = now != null && now.isAlive();
    if (now != null && !now.equals(identity) && (runs || !isAlive())) {
      identity = now;
      state = recorded.get().state();
      attach();
    } else if (runs) {
      state = recorded.get().state();
    } else if (!isAlive()) {
      takeUnrecorded();
    }
  }
}
