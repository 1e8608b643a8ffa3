package org.quorate.cli.shell;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.ExitStatus;
import org.quorate.study.io.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "manual",
    description = {
      "Writes a manual page of every command, for man.",
      "They say what --help says. Pages of the same name that are there already are replaced."
    },
    footer = {
      "",
      "Example:",
      "  quorate manual ~/.local/share/man/man1",
      "      then: man quorate-study-run"
    })
public final class WriteManual implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      paramLabel = "DIR",
      description = "Where the pages go; it is made where there is none.")
  private Path directory = Path.of("");

  @Override
  public Integer call() throws CommandFailure {
    List<ManualPage> pages = ManualPage.all(spec.root().commandLine());
    try {
      Files.createDirectories(directory);
      for (ManualPage page : pages) {
        WholeFile.write(directory.resolve(page.fileName()), page.text());
      }
    } catch (IOException e) {
      throw new CommandFailure(
          ExitStatus.WRONG_INPUT,
          "The manual cannot be written to " + directory + " (" + e + "); choose another place.");
    }
    spec.commandLine().getOut().println(pages.size() + " pages in " + directory);
    return ExitStatus.OK;
  }
}
