package org.quorate.cli.study;

import org.quorate.cli.console.Invocation;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The group of the commands about studies. */
@Command(
    name = "study",
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Runs, checks, shows and compares studies: a question, the settings that answer it, and how often each is run, in one"
          + " file."
    },
    footer = {
      "",
      "Example:",
      "  quorate study run demo",
      "      runs studies/demo.yaml and leaves a report"
    })
public final class StudyCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private StudyCommand() {}

  /** The group with all its commands. */
  public static CommandLine commandLine(Invocation invocation, Backends backends) {
    return new CommandLine(new StudyCommand())
        .addSubcommand(new RunStudy(invocation, backends))
        .addSubcommand(new ListStudies(invocation))
        .addSubcommand(new ShowStudy(invocation))
        .addSubcommand(new ValidateStudy(invocation, backends))
        .addSubcommand(new CompareStudies(invocation))
        .addSubcommand(new PredictStudy(invocation));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing after \"study\".");
  }
}
