package org.quorate.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.house.House;
import org.quorate.cli.study.Backends;
import picocli.CommandLine;

/**
 * One call of Quorate inside the test's process.
 *
 * @param status the exit status
 * @param output what went to standard output
 * @param error what went to standard error
 */
public record Call(int status, String output, String error) {
  /** Calls Quorate as it is in this source tree, without any backend. */
  public static Call of(String... arguments) {
    return in(House.root(), new Backends(List.of()), arguments);
  }

  /**
   * Calls Quorate.
   *
   * @param home the folder with {@code studies/}
   */
  public static Call in(Path home, Backends backends, String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter error = new StringWriter();
    int status = commandLine(home, backends, output, error).execute(arguments);
    return new Call(status, output.toString(), error.toString());
  }

  /**
   * Calls one command in a terminal of 80 columns, with what the test hands to it.
   *
   * @param command the command, made for an invocation
   */
  public static Call inTerminal(Function<Invocation, CommandLine> command, String... arguments) {
    StringWriter output = new StringWriter();
    StringWriter error = new StringWriter();
    Console console =
        new Console(
            new PrintWriter(output, true),
            new PrintWriter(error, true),
            OptionalInt.of(80),
            OptionalInt.of(80),
            true,
            false);
    int status =
        command
            .apply(new Invocation(console, new Installation(Path.of(""), "./quorate"), () -> false))
            .setErr(console.error())
            .setOut(console.output())
            .setExecutionExceptionHandler(
                (exception, line, parsed) -> {
                  console.error().println("quorate: " + exception.getMessage());
                  return exception instanceof CommandFailure failure ? failure.status() : 70;
                })
            .execute(arguments);
    return new Call(status, output.toString(), error.toString());
  }

  /** The output without the line breaks, which may depend on how long a path is. */
  public String words() {
    return output.replaceAll("\\s+", " ");
  }

  static CommandLine commandLine(
      Path home, Backends backends, StringWriter output, StringWriter error) {
    Console console =
        new Console(
            new PrintWriter(output, true),
            new PrintWriter(error, true),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false,
            false);
    return QuorateCommand.commandLine(
        new Invocation(console, new Installation(home, "./quorate"), () -> false), backends);
  }
}
