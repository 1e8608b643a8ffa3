package org.quorate.cli.cluster;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.RestTerms;
import org.quorate.lab.cassandra.rest.RestEntry;
import org.quorate.lab.cassandra.rest.RestJournal;
import org.quorate.lab.cassandra.rest.RestingGear;
import org.quorate.lab.cassandra.rest.UsedLevels;
import org.quorate.lab.engine.ClusterRecord;
import org.quorate.lab.engine.ClusterRegistry;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningNode;

/** Has nodes of a cluster rest and wake by the load until Ctrl-C, and tells of each decision. */
record RestByLoad(
    Invocation invocation,
    RunningCluster cluster,
    List<String> names,
    RestTerms terms,
    UsedLevels levels,
    GearPolicy policy) {

  /** Looks until Ctrl-C, or until the cluster is stopped. */
  int run() throws EngineException {
    ClusterRegistry registry = Clusters.ofUser().registry();
    Optional<ClusterRecord> start = registry.find(cluster.spec().name());
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console());
        RestingGear gear =
            RestingGear.open(
                cluster,
                names,
                terms,
                levels,
                policy,
                progress,
                sentence -> tell(progress, sentence))) {
      tell(
          progress,
          "Cluster "
              + cluster.spec().name()
              + " is looked at every "
              + Durations.format(policy.betweenLooks())
              + ", so that "
              + String.join(", ", names)
              + (names.size() == 1 ? " rests" : " rest")
              + " while the load is low, until Ctrl-C.");
      others(
              cluster.nodes().stream().map(RunningNode::name).toList(),
              names,
              new RestJournal(cluster.directory()))
          .ifPresent(sentence -> tell(progress, sentence));
      while (true) {
        long next = System.nanoTime() + policy.betweenLooks().toNanos();
        if (start.flatMap(registry::current).isEmpty()) {
          throw new EngineException(
              "Cluster " + cluster.spec().name() + " was stopped; there is nothing to look at.");
        }
        gear.look();
        TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      }
    } catch (InterruptedException asked) {
      tellWhatIsLeft();
    }
    return ExitStatus.OK;
  }

  /**
   * One sentence of the nodes that are not awake and were not named; empty where there are none.
   */
  static Optional<String> others(List<String> all, List<String> named, RestJournal journal) {
    List<String> away = new ArrayList<>();
    for (String node : all) {
      try {
        Optional<RestEntry> entry = named.contains(node) ? Optional.empty() : journal.of(node);
        entry.ifPresent(
            rest -> away.add(node + " is " + ClusterText.state(ClusterJson.state(rest))));
      } catch (EngineException unreadable) {
        // That keeps the gear awake, and is told as the reason then.
      }
    }
    return away.isEmpty()
        ? Optional.empty()
        : Optional.of("What was not named is left alone: " + String.join(", ", away) + ".");
  }

  private static void tell(ConsoleProgress progress, String sentence) {
    progress.message(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + sentence);
  }

  private void tellWhatIsLeft() throws EngineException {
    boolean any = false;
    for (String node : names) {
      Optional<RestEntry> entry = new RestJournal(cluster.directory()).of(node);
      if (entry.isPresent()) {
        any = true;
        invocation.tell(
            node
                + (entry.get().step().isToRest()
                    ? " rests, or is about to,"
                    : " is on its way back,")
                + " and has to wake by "
                + entry.get().until().truncatedTo(ChronoUnit.SECONDS)
                + ".");
      }
    }
    invocation.tell(
        any
            ? "Nothing wakes them now; give this command again, or: "
                + RestNodes.wakeCommand(invocation, cluster, names)
            : "All of them are awake.");
  }
}
