package org.quorate.lab.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A process that the lab started, by this process or by an earlier one. Thread-safe.
 *
 * <p>A new child is put in a session of its own where {@code setsid} exists and ignores interrupts
 * from the terminal in any case, so that Ctrl-C reaches the launcher alone and it can end its
 * children in order. Before the child's program begins, the child itself writes its line of {@code
 * /proc/PID/stat} to a file, and ends where its launcher has ended by then: however suddenly the
 * launcher dies, the child can be found or its program does not begin. Signals reach also what the
 * child has started itself, since it leads the group of these processes.
 */
public final class ChildProcess {
  /**
   * Arguments: file for the process's line, id of the launcher, files of the control group to join,
   * a blank between two, or nothing, program and its arguments. Only commands built into the shell
   * are used, so the process id stays. The launcher is looked for once the line is written: whoever
   * follows a launcher that was there then finds the line.
   */
  private static final String WRAPPER =
      """
      trap '' INT HUP
      read -r line < /proc/$$/stat && printf '%s\\n' "$line" > "$1" || exit 126
      read -r id name state parent rest < /proc/$$/stat && [ "$parent" = "$2" ] || {
        echo "Not begun: process $2 is to be the parent of $$, but $parent is." >&2; exit 126; }
      for group in $3; do echo $$ > "$group" || exit 126; done
      shift 3
      exec "$@"
      """;

  private static final long POLL_MILLIS = 10;

  /** What lies before a program takes a moment, unless the machine is very busy. */
  private static final long BEGIN_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long SIGNAL_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final ProcessIdentity identity;
  private final ProcessHandle handle;
  private final @Nullable Process process;

  /** What the child had started itself when it was sent signals, as far as it was alive then. */
  private volatile List<ProcessIdentity> descendants = List.of();

  private ChildProcess(ProcessIdentity identity, ProcessHandle handle, @Nullable Process process) {
    this.identity = identity;
    this.handle = handle;
    this.process = process;
  }

  /**
   * Starts a program.
   *
   * @param command the program and its arguments
   * @param directory the working directory
   * @param environment variables added to those of this process
   * @param output standard output and standard error are appended to it
   * @param identityFile receives the process's line of {@code /proc/PID/stat}
   * @param quota the control group to run in, or null for this process's own
   * @throws IOException when the program cannot be started
   */
  public static ChildProcess start(
      List<String> command,
      Path directory,
      Map<String, String> environment,
      Path output,
      Path identityFile,
      @Nullable ControlGroup quota)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(wrapped(ProcessHandle.current().pid(), command, identityFile, quota));
    builder.directory(directory.toFile());
    builder.environment().putAll(environment);
    builder.redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    Files.deleteIfExists(identityFile);
    Process process = builder.start();
    // A child that ended at once is gone from /proc already, yet has told who it was.
    ProcessIdentity identity =
        ProcessIdentity.of(process.pid())
            .or(() -> recorded(identityFile))
            .orElseThrow(() -> new IOException("the process ended at once; see " + output));
    return new ChildProcess(identity, process.toHandle(), process);
  }

  /** What a launcher runs for a child to begin with the program. */
  static List<String> wrapped(
      long launcher, List<String> command, Path identityFile, @Nullable ControlGroup quota) {
    List<String> wrapped = new ArrayList<>();
    setsid().ifPresent(path -> wrapped.add(path.toString()));
    wrapped.addAll(
        List.of(
            "/bin/sh",
            "-c",
            WRAPPER,
            "sh",
            identityFile.toString(),
            Long.toString(launcher),
            quota == null
                ? ""
                : quota.processesFiles().stream()
                    .map(Path::toString)
                    .collect(Collectors.joining(" "))));
    wrapped.addAll(command);
    return wrapped;
  }

  /** Takes hold of a process started earlier, or of nothing if it has ended. */
  public static Optional<ChildProcess> attach(ProcessIdentity identity) {
    // The start time is compared after the handle exists: the handle itself then tells a later
    // process of the same id apart.
    return ProcessHandle.of(identity.processId())
        .filter(handle -> identity.isAlive())
        .map(handle -> new ChildProcess(identity, handle, null));
  }

  /**
   * Takes hold of the process that wrote the identity file, or of nothing if there is none or it
   * has ended. One that has not come to its program yet may end for lack of its launcher, so that
   * is waited for.
   */
  public static Optional<ChildProcess> attach(Path identityFile) {
    Optional<ProcessIdentity> written = recorded(identityFile);
    long from = System.nanoTime();
    while (written.filter(process -> isBefore(process, identityFile)).isPresent()
        && System.nanoTime() - from < BEGIN_NANOS
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(POLL_MILLIS));
    }
    return written.flatMap(ChildProcess::attach);
  }

  /** Whether a process has not come to its program: the file is among its arguments until then. */
  private static boolean isBefore(ProcessIdentity process, Path identityFile) {
    try {
      String line =
          Files.readString(
              Path.of("/proc", Long.toString(process.processId()), "cmdline"),
              StandardCharsets.ISO_8859_1);
      return process.isAlive() && List.of(line.split("\0", -1)).contains(identityFile.toString());
    } catch (IOException ended) {
      return false;
    }
  }

  /**
   * The process that wrote the identity file, or nothing where the file is missing or not whole.
   */
  public static Optional<ProcessIdentity> recorded(Path identityFile) {
    try {
      return Optional.of(ProcessStatistics.parse(Files.readString(identityFile)).identity());
    } catch (IOException | IllegalArgumentException none) {
      return Optional.empty();
    }
  }

  public ProcessIdentity identity() {
    return identity;
  }

  public boolean isAlive() {
    return identity.isAlive();
  }

  /** Completes when the process has ended. */
  public CompletableFuture<?> onExit() {
    return process == null ? handle.onExit() : process.onExit();
  }

  /**
   * The exit status, which is 128 and the signal's number for a process ended by a signal. Known
   * only once the process has ended, and only to its parent.
   */
  public OptionalInt exitStatus() {
    return process == null || process.isAlive()
        ? OptionalInt.empty()
        : OptionalInt.of(process.exitValue());
  }

  /**
   * Has the process join another control group, and what it has started. What it starts from then
   * on is in that group too. A process that has ended joins none.
   *
   * @throws IOException when the kernel refuses
   */
  public void join(ControlGroup group) throws IOException {
    join(group, identity);
    // Only now, since whatever it starts after it has joined is in the group.
    for (ProcessHandle started : handle.descendants().toList()) {
      Optional<ProcessIdentity> alive = ProcessIdentity.of(started.pid());
      if (alive.isPresent()) {
        join(group, alive.get());
      }
    }
  }

  private static void join(ControlGroup group, ProcessIdentity joining) throws IOException {
    try {
      // The id of one that has ended may be another's by now.
      if (joining.isAlive()) {
        group.join(joining.processId());
      }
    } catch (IOException refused) {
      if (joining.isAlive()) {
        throw refused;
      }
    }
  }

  /**
   * Sends the signal to the process and to what it has started; where it has ended since an earlier
   * signal, to what is left of that.
   */
  public void send(ProcessSignal signal) throws InterruptedException {
    if (isAlive()) {
      noteDescendants();
      signal.sendToGroup(identity.processId());
    } else {
      for (ProcessIdentity left : descendants) {
        if (left.isAlive()) {
          signal.sendTo(left.processId());
        }
      }
    }
  }

  /** Waits until the process is frozen, or no longer is; five seconds at most. */
  public void awaitFrozen(boolean frozen) throws InterruptedException {
    long deadline = System.nanoTime() + SIGNAL_PATIENCE_NANOS;
    while (System.nanoTime() < deadline
        && identity.statistics().map(statistics -> statistics.frozen() != frozen).orElse(false)) {
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  /**
   * Adds what the process has started by now. Once a parent has ended nothing tells any more that
   * they were its, and the process may end at any moment: so what was noted before stays.
   */
  private synchronized void noteDescendants() {
    Stream<ProcessIdentity> now =
        handle.descendants().flatMap(each -> ProcessIdentity.of(each.pid()).stream());
    descendants =
        Stream.concat(descendants.stream(), now)
            .distinct()
            .filter(ProcessIdentity::isAlive)
            .toList();
  }

  /**
   * Waits until the process has ended, and what it had started when it was sent a signal.
   *
   * @return whether all have
   */
  public boolean awaitEnd(long timeout, TimeUnit unit) throws InterruptedException {
    long deadline = System.nanoTime() + unit.toNanos(timeout);
    try {
      onExit().get(timeout, unit);
    } catch (TimeoutException running) {
      if (isAlive()) {
        return false;
      }
    } catch (ExecutionException impossible) {
      throw new IllegalStateException(impossible);
    }
    while (descendants.stream().anyMatch(ProcessIdentity::isAlive)) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
    return true;
  }

  private static Optional<Path> setsid() {
    return List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid")).stream()
        .filter(Files::isExecutable)
        .findFirst();
  }
}
