package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Json;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = {"Lists the studies that come with Quorate."},
    footer = {
      "",
      "Example:",
      "  quorate study list",
      "      name and question of every study file in studies/"
    })
final class ListStudies implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ListStudies(Invocation invocation) {
    this.invocation = invocation;
  }

  /** One study as shown; its fields are those of {@code --json}. */
  record Listed(String name, String title, int cells, int repetitions, int runs, String file) {}

  @Override
  public Integer call() throws IOException {
    List<Listed> studies = new ArrayList<>();
    for (Path file : new StudyFolder(invocation.installation().home()).files()) {
      try {
        var study = StudyFile.load(file, StudyOverrides.NONE).study();
        studies.add(
            new Listed(
                StudyFolder.name(file),
                study.title(),
                study.cells().size(),
                study.repetitions(),
                study.runs(),
                file.toString()));
      } catch (StudyFileException broken) {
        invocation.tell("quorate: " + broken.getMessage());
      }
    }
    PrintWriter output = invocation.console().output();
    if (json) {
      output.print(Json.text(Map.of("studies", studies)));
    } else {
      studies.forEach(
          study ->
              output.printf(
                  Locale.ROOT,
                  "%-12s %s (%d cells, %s)%n",
                  study.name(),
                  study.title(),
                  study.cells(),
                  study.runs() == study.cells() * study.repetitions()
                      ? study.repetitions() + " runs of each"
                      : study.runs() + " runs"));
    }
    return ExitStatus.OK;
  }
}
