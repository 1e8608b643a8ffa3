package org.quorate.cli.cluster;

import java.util.List;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.progress.ConsoleProgress;
import org.quorate.lab.cassandra.rest.RestJournal;
import org.quorate.lab.engine.EngineException;
import org.quorate.lab.engine.RunningCluster;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.study.progress.Progress;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Does something to one node or service of a running cluster. */
abstract sealed class NodeCommand implements Callable<Integer> {
  private final Invocation invocation;
  private final String participle;

  @Parameters(
      paramLabel = "NODE",
      description = "The node, as node2 or 2, or the service, as master.")
  private String node = "";

  @Mixin private ClusterName name = new ClusterName();

  private NodeCommand(Invocation invocation, String participle) {
    this.invocation = invocation;
    this.participle = participle;
  }

  /** One command per action. */
  static List<NodeCommand> all(Invocation invocation) {
    return List.of(
        new Kill(invocation),
        new Stop(invocation),
        new Restart(invocation),
        new Pause(invocation),
        new Resume(invocation));
  }

  abstract void act(RunningProcess node) throws EngineException, InterruptedException;

  @Override
  public Integer call() throws CommandFailure, EngineException, InterruptedException {
    RunningCluster cluster = Clusters.ofUser().attach(name.orNull());
    RunningProcess chosen = Clusters.process(cluster, node);
    if (this instanceof Restart
        && new RestJournal(cluster.directory()).of(chosen.name()).isPresent()) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          chosen.name()
              + " rests, and would have clients before it has what it missed; wake it with: "
              + invocation.installation().command()
              + " cluster wake "
              + chosen.name()
              + " --name "
              + cluster.spec().name());
    }
    try (ConsoleProgress progress = ConsoleProgress.open(invocation.console());
        Progress.Task task =
            progress.start(chosen.name() + " is being " + participle, 1, "nodes")) {
      act(chosen);
      task.advance(1);
    }
    invocation.tell(chosen.name() + " is " + participle + ".");
    return ExitStatus.OK;
  }

  @Command(
      name = "kill",
      description = {"Ends a node at once, as a crash would (SIGKILL)."},
      footer = {"", "Example:", "  quorate cluster kill node2", "      node2 crashes"})
  static final class Kill extends NodeCommand {
    Kill(Invocation invocation) {
      super(invocation, "killed");
    }

    @Override
    void act(RunningProcess node) throws InterruptedException {
      node.kill();
    }
  }

  @Command(
      name = "stop",
      description = {"Ends a node in order (SIGTERM); its data stays."},
      footer = {"", "Example:", "  quorate cluster stop node2", "      node2 shuts down"})
  static final class Stop extends NodeCommand {
    Stop(Invocation invocation) {
      super(invocation, "stopped");
    }

    @Override
    void act(RunningProcess node) throws InterruptedException {
      node.stop();
    }
  }

  @Command(
      name = "restart",
      description = {"Starts a node again with the data it had, ending it first if it runs."},
      footer = {"", "Example:", "  quorate cluster restart node2", "      node2 comes back"})
  static final class Restart extends NodeCommand {
    Restart(Invocation invocation) {
      super(invocation, "restarted");
    }

    @Override
    void act(RunningProcess node) throws EngineException, InterruptedException {
      node.restart();
    }
  }

  @Command(
      name = "pause",
      description = {
        "Freezes a node (SIGSTOP): its connections stay open and nothing answers, as in a long"
            + " collection of garbage."
      },
      footer = {"", "Example:", "  quorate cluster pause node2", "      node2 hangs"})
  static final class Pause extends NodeCommand {
    Pause(Invocation invocation) {
      super(invocation, "paused");
    }

    @Override
    void act(RunningProcess node) throws EngineException, InterruptedException {
      node.pause();
    }
  }

  @Command(
      name = "resume",
      description = {"Lets a paused node go on (SIGCONT)."},
      footer = {"", "Example:", "  quorate cluster resume node2", "      node2 answers again"})
  static final class Resume extends NodeCommand {
    Resume(Invocation invocation) {
      super(invocation, "resumed");
    }

    @Override
    void act(RunningProcess node) throws EngineException, InterruptedException {
      node.resume();
    }
  }
}
