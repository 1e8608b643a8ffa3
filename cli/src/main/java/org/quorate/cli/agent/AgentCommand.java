package org.quorate.cli.agent;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.access.Login;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.live.Glance;
import org.quorate.cli.live.LivePage;
import org.quorate.cli.page.HttpPage;
import org.quorate.report.terminal.Style;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyLock;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.io.FileProblems;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

@Command(
    name = "agent",
    description = {
      "Stays beside a running cluster: observes it, keeps a history, and serves metrics.",
      "Sees what observe sees, for months: writes small files of history, serves a page for"
          + " people and one for Prometheus, with health and readiness, and goes on when the"
          + " cluster is away or the disk is full. docs/agent.md describes its file, its history"
          + " and its pages."
    },
    footer = {
      "",
      "Example:",
      "  quorate agent /etc/quorate/agent.yaml",
      "      until Ctrl-C or SIGTERM; examples/agent/agent.yaml is such a file"
    })
public final class AgentCommand implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(paramLabel = "CONFIG", description = "What to observe and where to put it, in YAML.")
  private Path file = Path.of("");

  public AgentCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure {
    AgentSettings settings;
    try {
      settings = AgentFile.read(file);
    } catch (StudyFileException | IOException wrong) {
      throw CommandFailure.wrongInput(wrong);
    }
    Path folder = settings.history();
    SystemClocks time = new SystemClocks();
    LivePage live = new LivePage(time::now);
    Consumer<String> told =
        sentence -> {
          tell(sentence);
          live.told(sentence);
        };
    try {
      Files.createDirectories(folder);
      try (StudyLock lock =
          StudyLock.acquire(folder, "The history in " + folder + " is being written")) {
        DayFiles files = new DayFiles(folder, MinuteRows.HEADERS, told);
        files.mend();
        run(settings, new History(files, settings.keptDays(), told), time, live, told);
      }
    } catch (IOException unusable) {
      throw failure("The history cannot be kept: " + FileProblems.reason(unusable) + ".", unusable);
    } catch (StudyException occupied) {
      throw CommandFailure.environment(occupied);
    }
    return ExitStatus.INTERRUPTED;
  }

  /** Until the process is asked to end. */
  private void run(
      AgentSettings settings,
      History history,
      SystemClocks time,
      LivePage live,
      Consumer<String> told)
      throws CommandFailure {
    Consumer<String> once = new ToldOnce(time::now, told);
    Agent agent =
        new Agent(
            settings.interval(),
            settings.keyspaces().size(),
            () -> ClusterLookout.open(settings, time, once),
            history,
            time,
            told,
            glance -> show(live, glance, once));
    AgentSettings.Page place = settings.page();
    try (HttpPage page = HttpPage.open(place.address(), place.encryption(), "page.port");
        OtlpExport export = export(settings.collector(), page, agent, time, told)) {
      serve(page, place.login(), agent, live);
      invocation.tell("The live page is at " + page.url("/") + ".");
      invocation.tell("Metrics are at " + page.url("/metrics") + ".");
      run(agent, time);
      tell(history.farewell());
    } catch (IOException taken) {
      throw CommandFailure.environment(taken);
    }
  }

  /** Where its page is tells agents apart, as it does for Prometheus. */
  private @Nullable OtlpExport export(
      @Nullable Collector collector,
      HttpPage page,
      Agent agent,
      SystemClocks time,
      Consumer<String> told) {
    if (collector == null) {
      return null;
    }
    invocation.tell("Metrics are sent to " + collector + ".");
    String instance = host() + ":" + URI.create(page.url("/")).getPort();
    return new OtlpExport(collector, instance, agent::known, time::now, told).start();
  }

  private static String host() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException unnamed) {
      return "localhost";
    }
  }

  /** A page that fails ends neither the agent nor its connection. */
  private static void show(LivePage live, Glance glance, Consumer<String> once) {
    try {
      live.seen(glance);
    } catch (RuntimeException failure) {
      once.accept("The live page cannot be renewed: " + Failures.sentence(failure));
    }
  }

  /** What servers say is part of some sentences, and need not be fit for a log. */
  private void tell(String sentence) {
    invocation.tell(new Style(false, invocation.console().unicode()).plain(sentence));
  }

  /**
   * Runs it in a thread that nobody interrupts: what it calls may swallow an interrupt, and what it
   * writes at the end must not be cut off by one.
   */
  private static void run(Agent agent, SystemClocks time) {
    CompletableFuture<Void> work = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                agent.run();
              } catch (InterruptedException ended) {
                work.complete(null);
              } catch (RuntimeException | Error failure) {
                work.completeExceptionally(failure);
              }
            },
            "agent");
    thread.start();
    try {
      work.get();
    } catch (InterruptedException asked) {
      time.end();
      join(work);
    } catch (ExecutionException failed) {
      throw asItIs(failed);
    }
  }

  private static void join(CompletableFuture<Void> work) {
    try {
      work.join();
    } catch (CompletionException failed) {
      throw asItIs(failed);
    }
  }

  /** An error, such as that of memory that is used up, is told as such. */
  private static RuntimeException asItIs(Exception wrapped) {
    Throwable cause = Failures.cause(wrapped);
    if (cause instanceof Error error) {
      throw error;
    }
    return cause instanceof RuntimeException failure
        ? failure
        : new IllegalStateException("The agent has failed.", cause);
  }

  /**
   * Whether it is alive and ready anybody may ask, as supervisors do; they are told nothing else.
   */
  static void serve(HttpPage page, @Nullable Login login, Agent agent, LivePage live) {
    live.serve(page, login);
    page.serve("/metrics", login, agent::metrics);
    page.serve("/health", null, () -> HttpPage.Answer.plain(true, "alive\n"));
    page.serve("/ready", null, agent::ready);
  }

  private static CommandFailure failure(String sentence, Exception cause) {
    return new CommandFailure(ExitStatus.ENVIRONMENT, sentence, List.of(), cause);
  }
}
