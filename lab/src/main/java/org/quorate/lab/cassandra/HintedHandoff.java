package org.quorate.lab.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.core.quantity.Durations;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.io.Tree;
import org.quorate.study.progress.Progress;

/**
 * What the servers of a cluster do with hints: changed over JMX, for as long as each of them runs,
 * and looked for in their files. A hint is on its way from memory to a file for one flush period,
 * and is in a file, which is deleted when all in it are delivered, until then. Used by one thread.
 */
public final class HintedHandoff {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final Duration MARGIN = Duration.ofSeconds(1);
  private static final long BETWEEN_LOOKS_MILLIS = 200;
  private static final int HOST_ID_LENGTH = 36;

  private final RunningCluster cluster;

  public HintedHandoff(RunningCluster cluster) {
    this.cluster = cluster;
  }

  /** Whether servers that run write hints from now on. */
  public void writing(boolean written) throws EngineException {
    set(HintSetting.ENABLED, written);
  }

  /**
   * How fast servers that run deliver hints, from their next delivery on.
   *
   * @param bytesPerSecond whole KiB, at least 1024; a server divides it by the number of its peers
   */
  public void throttle(long bytesPerSecond) throws EngineException {
    set(HintSetting.THROTTLE, Math.toIntExact(bytesPerSecond / 1024));
  }

  /**
   * For how long a server may be down and still get hints from servers that run.
   *
   * @param window whole milliseconds
   */
  public void window(Duration window) throws EngineException {
    set(HintSetting.WINDOW, Math.toIntExact(window.toMillis()));
  }

  /** Puts back what the configuration of the servers says. */
  public void reset() throws EngineException {
    writing(Boolean.parseBoolean(setting("hinted_handoff_enabled", "true")));
    throttle(ByteSizes.parse(setting("hinted_handoff_throttle", "1024KiB")));
    window(Durations.parse(setting("max_hint_window", "3h")));
  }

  private String setting(String name, String otherwise) {
    Map<String, String> settings = cluster.spec().settings();
    return settings.getOrDefault(name, otherwise);
  }

  private void set(HintSetting setting, Object value) throws EngineException {
    for (RunningNode node : cluster.nodes()) {
      if (node.state() != NodeState.READY) {
        continue;
      }
      try (Management management = Management.connect(node.managementPort())) {
        management.setHints(setting, value);
      } catch (IOException e) {
        throw new EngineException(
            node.name()
                + " did not take "
                + setting.attribute()
                + " "
                + value
                + " ("
                + e.getMessage()
                + "); see its log "
                + node.log()
                + ".",
            e);
      }
    }
  }

  /**
   * Waits until no server has a hint left that it could still deliver: none in its files for as
   * long as a write may time out and its hint be in memory alone. All servers run, and nothing is
   * written.
   *
   * @throws EngineException when some are left after ten minutes
   */
  public void awaitDelivered(Progress.Task task) throws EngineException, InterruptedException {
    awaitDelivered(cluster.nodes(), file -> true, task);
  }

  /**
   * Waits until no server that runs has a hint left for some others, which are up, as all of these
   * know. Something may be written meanwhile.
   *
   * @param targets host ids
   * @throws EngineException when some are left after ten minutes
   */
  public void awaitDelivered(Set<String> targets, Progress.Task task)
      throws EngineException, InterruptedException {
    awaitDelivered(
        cluster.nodes().stream().filter(node -> node.state() == NodeState.READY).toList(),
        file -> targets.contains(target(file)),
        task);
  }

  private void awaitDelivered(List<RunningNode> keepers, Predicate<Path> looked, Progress.Task task)
      throws EngineException, InterruptedException {
    long quiet = inMemory().toNanos();
    long begun = System.nanoTime();
    long last = begun;
    while (System.nanoTime() - last < quiet) {
      List<Path> all = new ArrayList<>();
      for (RunningNode keeper : keepers) {
        all.addAll(files(keeper));
      }
      Optional<Path> left = all.stream().filter(looked).findFirst();
      if (left.isPresent()) {
        last = System.nanoTime();
        task.detail("hints are being delivered");
        if (last - begun > PATIENCE.toNanos()) {
          throw new EngineException(
              "Hints are still not delivered after ten minutes, the first in "
                  + left.get()
                  + "; let their delivery be faster, or the fault shorter.");
        }
      } else {
        task.detail("no hints in files");
      }
      TimeUnit.MILLISECONDS.sleep(BETWEEN_LOOKS_MILLIS);
    }
  }

  /** How long after a write, at most, its hint may be in memory alone. */
  public Duration inMemory() {
    return Durations.parse(setting("hints_flush_period", "10s"))
        .plus(Durations.parse(setting("write_request_timeout", "2s")))
        .plus(MARGIN);
  }

  /** The host ids of the nodes that a node has hints for in its files, whether or not it runs. */
  public Set<String> targets(RunningNode keeper) throws EngineException {
    Set<String> targets = new TreeSet<>();
    for (Path file : files(keeper)) {
      targets.add(target(file));
    }
    return targets;
  }

  /** A file of hints is named by the node that they are for, the time, and a version. */
  private static String target(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, Math.min(HOST_ID_LENGTH, name.length()));
  }

  private List<Path> files(RunningNode keeper) throws EngineException {
    Path folder = CassandraConfiguration.hints(cluster.directory().resolve(keeper.name()));
    try {
      return Tree.children(folder).stream()
          .filter(each -> each.getFileName().toString().endsWith(".hints"))
          .toList();
    } catch (IOException e) {
      throw new EngineException("The hints in " + folder + " cannot be looked for: " + e + ".", e);
    }
  }
}
