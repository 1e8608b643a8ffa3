package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.study.StudyException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "run",
    description = {
      "Runs a study and leaves its report, with all raw data beside it, in a directory.",
      "A study that was stopped, by Ctrl-C or worse, goes on with --resume; nothing that was"
          + " measured is measured again."
    },
    footer = {
      "",
      "Examples:",
      "  quorate study run demo --scale quick",
      "      a shorter demo",
      "  quorate study run demo -P workloads/workloadb -p recordcount=5000",
      "      the same question about another YCSB workload",
      "  quorate study run consistency-energy --scale full --on rack7.yaml",
      "      on the cluster that this file describes, with its meters",
      "  quorate study run consistency-energy --watch",
      "      with a page in the browser on which it can be watched while it runs",
      "  quorate study run --resume results/demo-20260102-030405",
      "      goes on where that study stopped"
    })
final class RunStudy implements Callable<Integer> {
  private final Invocation invocation;
  private final Backends backends;

  @Parameters(
      arity = "0..1",
      paramLabel = "STUDY",
      description = "A study's name, see \"quorate study list\", or the path of a study file.")
  private @Nullable String study;

  @Mixin private StudyOptions options = new StudyOptions();

  @Mixin private VenueOptions venue = new VenueOptions();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with the study in this directory, as it was started.")
  private @Nullable Path resume;

  RunStudy(Invocation invocation, Backends backends) {
    this.invocation = invocation;
    this.backends = backends;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    StudyExecution execution = new StudyExecution(invocation, backends);
    if (resume != null) {
      refuseChangesOnResume();
      return execution.resume(resume, options);
    }
    StudyFolder folder = new StudyFolder(invocation.installation().home());
    if (study == null) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT, "Name a study or a study file; there are: " + folder.names());
    }
    StudyFile file = folder.load(study, venue.in(options.overrides()));
    Path chosen = options.out();
    Path directory =
        chosen == null
            ? StudyExecution.defaultDirectory(
                file.study().name(), LocalDateTime.now(ZoneId.systemDefault()))
            : chosen;
    return execution.run(file, directory, options);
  }

  private void refuseChangesOnResume() throws CommandFailure, StudyFileException {
    if (study != null
        || options.out() != null
        || !venue.in(options.overrides()).equals(StudyOverrides.NONE)) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "--resume goes on with a study as it was started; leave out the study's name and every"
              + " option but --json and --watch.");
    }
  }
}
