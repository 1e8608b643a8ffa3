package org.quorate.cli.spill;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Invocation;

/**
 * One call of a spill command inside the test's process, in a terminal of 80 columns, with a
 * cluster of the test.
 *
 * @param status the exit status
 * @param output what went to standard output
 * @param error what went to standard error
 */
record SpillCall(int status, String output, String error) {
  /** The output without the line breaks that depend on how long the path of the spill is. */
  String words() {
    return output.replaceAll("\\s+", " ");
  }

  static SpillCall of(SpillCommand.Connector connector, String... arguments) {
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
    Invocation invocation =
        new Invocation(console, new Installation(Path.of(""), "./quorate"), () -> false);
    int status =
        SpillCommand.commandLine(invocation, connector)
            .setErr(console.error())
            .setOut(console.output())
            .setExecutionExceptionHandler(
                (exception, command, parsed) -> {
                  console.error().println("quorate: " + exception.getMessage());
                  return exception instanceof CommandFailure failure ? failure.status() : 70;
                })
            .execute(arguments);
    return new SpillCall(status, output.toString(), error.toString());
  }
}
