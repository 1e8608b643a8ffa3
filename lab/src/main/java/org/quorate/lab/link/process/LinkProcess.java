package org.quorate.lab.link.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.delay.DelayDistribution;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.Interconnect;
import org.quorate.lab.engine.NodeAddresses;
import org.quorate.lab.link.LinkTraffic;
import org.quorate.lab.link.Links;
import org.quorate.lab.process.ChildProcess;
import org.quorate.lab.process.ProcessIdentity;
import org.quorate.lab.process.ProcessSignal;

/**
 * Carries a cluster's traffic through a relay in a process of its own, so that the cluster can be
 * detached from the process that started it.
 */
public final class LinkProcess implements Interconnect {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long POLL_MILLIS = 50;
  static final String LOG = "links.log";
  private static final String IDENTITY = "links.process";

  private final Path registry;
  private final DelayDistribution delay;
  private final long seed;
  private volatile @Nullable Carried carried;

  /**
   * @param registry directory of the registry that the cluster is recorded in
   * @param delay one-way, of every link
   * @param seed of random delays
   */
  public LinkProcess(Path registry, DelayDistribution delay, long seed) {
    this.registry = registry;
    this.delay = delay;
    this.seed = seed;
  }

  /** Removes what a process of links left in the directory of a cluster that has ended. */
  public static void forget(Path directory) throws IOException {
    if (Files.exists(directory.resolve(LinkPlan.FILE))) {
      String socket = LinkPlan.read(directory).socket();
      if (socket != null) {
        LinkSocket.forget(Path.of(socket), directory);
      }
    }
    for (String file : List.of(LinkStatus.FILE, LinkPlan.FILE, LOG, IDENTITY)) {
      Files.deleteIfExists(directory.resolve(file));
    }
  }

  /**
   * The links of the cluster that was connected last, whose node indices are those of the cluster.
   *
   * @throws IllegalStateException before a cluster has been connected
   */
  public Links links() {
    return carried().links();
  }

  /** Whether those links have precedence over other programs; see {@link LinkStatus}. */
  public boolean hasPrecedence() {
    try {
      return LinkStatus.read(carried().directory()).map(LinkStatus::precedence).orElse(false);
    } catch (IOException unknown) {
      return false;
    }
  }

  /** The processes that carry those links. */
  public List<ProcessIdentity> processes() {
    return carried().processes();
  }

  private Carried carried() {
    Carried connected = carried;
    if (connected == null) {
      throw new IllegalStateException("No cluster has been connected yet.");
    }
    return connected;
  }

  @Override
  public Connection connect(LinkTraffic traffic, List<NodeAddresses> nodes, Path directory)
      throws EngineException, InterruptedException {
    @Nullable ChildProcess started = null;
    boolean ready = false;
    try {
      forget(directory);
      Path socket = LinkSocket.choose(directory);
      LinkPlan.of(delay, seed, traffic, socket, nodes).write(directory);
      started =
          ChildProcess.start(
              command(directory),
              directory,
              Map.of(),
              directory.resolve(LOG),
              directory.resolve(IDENTITY),
              null);
      awaitReady(started, directory);
      Carried connected = new Carried(started, directory, RemoteLinks.connect(socket));
      ready = true;
      carried = connected;
      return connected;
    } catch (IOException failure) {
      throw new EngineException(
          "The process that carries the links cannot be started: " + failure.getMessage() + ".",
          failure);
    } finally {
      if (started != null && !ready) {
        started.send(ProcessSignal.KILL);
      }
    }
  }

  private List<String> command(Path directory) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xms16m",
        "-Xmx256m",
        "-XX:+UseSerialGC",
        "-cp",
        absoluteClassPath(),
        LinkCarrier.class.getName(),
        registry.toString(),
        directory.toString());
  }

  /** The class path of this process; the child has another working directory. */
  private static String absoluteClassPath() {
    String separator = System.getProperty("path.separator");
    return String.join(
        separator,
        Stream.of(System.getProperty("java.class.path").split(separator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }

  private static void awaitReady(ChildProcess process, Path directory)
      throws EngineException, IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(directory.resolve(LinkStatus.FILE))) {
      boolean late = System.nanoTime() - deadline > 0;
      if (late || !process.isAlive()) {
        List<String> lines = Files.readAllLines(directory.resolve(LOG));
        throw new EngineException(
            "The process that carries the links "
                + (late ? "is not ready after " + PATIENCE.toSeconds() + " s" : "has ended")
                + "; see "
                + directory.resolve(LOG)
                + ".",
            lines.subList(Math.max(0, lines.size() - 10), lines.size()),
            null);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private record Carried(ChildProcess process, Path directory, RemoteLinks links)
      implements Connection {
    @Override
    public List<ProcessIdentity> processes() {
      return List.of(process.identity());
    }

    @Override
    public void close() {
      boolean interrupted = Thread.interrupted();
      try {
        links.close();
        process.send(ProcessSignal.TERM);
        process.awaitEnd(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        forget(directory);
      } catch (InterruptedException cut) {
        interrupted = true;
      } catch (IOException left) {
        System.getLogger(LinkProcess.class.getName())
            .log(System.Logger.Level.WARNING, "Files of the links stay: " + left, left);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
