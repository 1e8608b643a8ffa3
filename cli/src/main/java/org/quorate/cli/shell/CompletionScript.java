package org.quorate.cli.shell;

import java.util.concurrent.Callable;
import org.quorate.cli.console.ExitStatus;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "completion",
    description =
        "Prints a script by which bash and zsh complete commands, options, levels and file names.",
    footer = {
      "",
      "Examples:",
      "  quorate completion > ~/.local/share/bash-completion/completions/quorate",
      "      for good, in a bash whose package bash-completion is installed",
      "  source <(quorate completion)",
      "      in this shell; as a line of ~/.bashrc or ~/.zshrc, in every one"
    })
public final class CompletionScript implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine root = spec.root().commandLine();
    spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
    spec.commandLine().getOut().flush();
    return ExitStatus.OK;
  }
}
