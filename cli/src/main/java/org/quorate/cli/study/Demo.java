package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Invocation;
import org.quorate.study.StudyException;
import org.quorate.study.file.StudyFile;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "demo",
    description = {
      "Shows what Quorate gains over the best fixed read level (ONE, QUORUM or ALL) on a real"
          + " three-node Cassandra cluster on this machine, with writes at ONE and at QUORUM; what"
          + " becomes of reads when a node dies and comes back; and what Harmony does on a growing"
          + " load.",
      "This is the study \"demo\" (quorate study run demo) with an introduction. It needs about"
          + " 3 GiB of memory and, on two cores, six to eight minutes; the first time it also"
          + " fetches the server's libraries."
    },
    footer = {
      "",
      "Examples:",
      "  quorate demo",
      "  quorate demo --watch",
      "      with a page in the browser on which it can be watched while it runs",
      "  quorate demo --scale quick",
      "      fewer and shorter runs: quicker, and less certain"
    })
public final class Demo implements Callable<Integer> {
  private static final String NAME = "demo";

  private final Invocation invocation;
  private final Backends backends;

  @Mixin private StudyOptions options = new StudyOptions();

  public Demo(Invocation invocation, Backends backends) {
    this.invocation = invocation;
    this.backends = backends;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    StudyFolder folder = new StudyFolder(invocation.installation().home());
    StudyFile file = folder.load(NAME, options.overrides());
    Path chosen = options.out();
    Path directory =
        chosen == null
            ? StudyExecution.defaultDirectory(NAME, LocalDateTime.now(ZoneId.systemDefault()))
            : chosen;
    introduce(file.study(), directory);
    return new StudyExecution(invocation, backends).run(file, directory, options);
  }

  private void introduce(Study study, Path directory) {
    RunSettings settings = study.cells().values().iterator().next();
    invocation.tell(study.title());
    invocation.tell(study.question().strip());
    invocation.tell(
        String.format(
            Locale.ROOT,
            "%d nodes, %d rows, %d cells, %d runs, %d s of measuring; results go to %s.",
            settings.cluster().nodes(),
            settings.workload().recordCount(),
            study.cells().size(),
            study.runs(),
            study.measuring().toSeconds(),
            directory));
    invocation.tell("Ctrl-C stops it at any time; what was measured is kept.");
    invocation.tell("");
  }
}
