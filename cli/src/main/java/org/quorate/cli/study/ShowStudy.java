package org.quorate.cli.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.console.Paragraphs;
import org.quorate.study.StudyException;
import org.quorate.study.directory.StudyDirectory;
import org.quorate.study.file.StudyFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "show",
    description = {
      "Shows a study before it is run, or what one has found.",
      "Of a study: its question, what varies, its scales, and what others say on the matter. Of a"
          + " directory that a study left: the verdict and the table of its cells, where the report"
          + " is, and whether runs are missing. Nothing is written."
    },
    footer = {
      "",
      "Examples:",
      "  quorate study show harmony",
      "      what this study is about",
      "  quorate study show results/demo-20260102-030405",
      "      what that study found, finished or not"
    })
final class ShowStudy implements Callable<Integer> {
  private final Invocation invocation;

  @Parameters(
      paramLabel = "STUDY|DIR",
      description = "A study's name or file, or the directory that a study left.")
  private String shown = "";

  @Option(
      names = "--scale",
      paramLabel = "NAME",
      description = "One of the study's scales, such as quick or thorough.")
  private @Nullable String scale;

  ShowStudy(Invocation invocation) {
    this.invocation = invocation;
  }

  @Override
  public Integer call() throws CommandFailure, StudyException, IOException {
    StudyFolder folder = new StudyFolder(invocation.installation().home());
    Path directory = directory();
    if (directory != null) {
      refuseScale();
      ResultDirectory.study(directory);
      new Delivery(invocation).show(directory);
      return ExitStatus.OK;
    }
    StudyFile file = folder.load(shown, ValidateStudy.at(scale));
    Paragraphs text = Paragraphs.of(invocation.console());
    new StudyText(folder, shown, file).write(text);
    invocation.console().output().print(text.text());
    invocation.console().output().flush();
    return ExitStatus.OK;
  }

  /** The directory that is meant, or null where a study is. A study's name wins over a folder. */
  private @Nullable Path directory() {
    try {
      Path path = Path.of(shown);
      boolean meant = StudyDirectory.holdsStudy(path) || shown.contains("/");
      return meant && Files.isDirectory(path) ? path : null;
    } catch (InvalidPathException noPath) {
      return null;
    }
  }

  private void refuseScale() throws CommandFailure {
    if (scale != null) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The results in "
              + shown
              + " are of the scale that they were run at; leave --scale out, or name a study.");
    }
  }
}
