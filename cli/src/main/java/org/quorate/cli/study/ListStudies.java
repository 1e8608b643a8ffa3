package org.quorate.cli.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.file.StudyFile;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.file.StudyOverrides;
import org.quorate.study.io.Json;
import org.quorate.study.plan.Study;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "list",
    description = {"Lists the studies that come with Quorate."},
    footer = {
      "",
      "Example:",
      "  quorate study list",
      "      name, title, size and scales of every study file in studies/"
    })
final class ListStudies implements Callable<Integer> {
  private final Invocation invocation;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  ListStudies(Invocation invocation) {
    this.invocation = invocation;
  }

  /** One study as shown; its fields are those of {@code --json}. */
  record Listed(
      String name,
      String title,
      int cells,
      int repetitions,
      int runs,
      List<String> scales,
      String file) {}

  @Override
  public Integer call() throws IOException {
    List<Listed> studies = new ArrayList<>();
    for (Path file : new StudyFolder(invocation.installation().home()).files()) {
      try {
        StudyFile read = StudyFile.load(file, StudyOverrides.NONE);
        Study study = read.study();
        studies.add(
            new Listed(
                StudyFolder.name(file),
                study.title(),
                study.cells().size(),
                study.repetitions(),
                study.runs(),
                read.scales(),
                file.toString()));
      } catch (StudyFileException broken) {
        invocation.tell("quorate: " + broken.getMessage());
      }
    }
    PrintWriter output = invocation.console().output();
    if (json) {
      output.print(Json.text(Map.of("studies", studies)));
    } else {
      Paragraphs text = Paragraphs.of(invocation.console());
      int width = 2 + studies.stream().mapToInt(each -> each.name().length()).max().orElse(0);
      for (Listed study : studies) {
        text.fact(width, study.name(), study.title());
        text.fact(width, "", size(study));
      }
      output.print(text.text());
      output.flush();
    }
    return ExitStatus.OK;
  }

  private static String size(Listed study) {
    return study.cells()
        + " cells, "
        + (study.runs() == study.cells() * study.repetitions()
            ? study.repetitions() + " runs of each"
            : study.runs() + " runs")
        + (study.scales().isEmpty()
            ? ""
            : study.scales().size() == 1
                ? "; scale " + study.scales().get(0)
                : "; scales " + String.join(", ", study.scales()));
  }
}
