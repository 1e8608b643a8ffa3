package org.quorate.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.backend.BackendException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Tells of every failure in one sentence and gives it an exit status. What a module throws on
 * purpose has its sentence; whatever else arrives here is a bug, and is called one.
 */
final class Failures implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private final Console console;
  private final BooleanSupplier interrupted;
  private final BooleanSupplier verbose;

  Failures(Invocation invocation, BooleanSupplier verbose) {
    this.console = invocation.console();
    this.interrupted = invocation.interrupted();
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    List<String> suggestions =
        exception instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    console.error().println("quorate: " + sentence(message(exception)));
    if (!suggestions.isEmpty()) {
      console.error().println("Did you mean: " + String.join(", ", suggestions) + "?");
    }
    console.error().println("See: " + command.getCommandSpec().qualifiedName() + " --help");
    trace(exception);
    return ExitStatus.WRONG_INPUT;
  }

  @Override
  public int handleExecutionException(
      Exception exception, CommandLine commandLine, ParseResult parseResult) {
    CommandFailure failure = understand(exception);
    console.error().println("quorate: " + failure.getMessage());
    failure.details().forEach(line -> console.error().println("  " + line));
    trace(exception);
    return failure.status();
  }

  private CommandFailure understand(Exception exception) {
    if (exception instanceof CommandFailure failure) {
      return failure;
    }
    if (exception instanceof InterruptedException || interrupted.getAsBoolean()) {
      return new CommandFailure(ExitStatus.INTERRUPTED, "Interrupted.");
    }
    if (exception instanceof EngineException engine) {
      return new CommandFailure(
          ExitStatus.ENVIRONMENT, message(engine), engine.lastLogLines(), engine);
    }
    if (exception instanceof BackendException) {
      return new CommandFailure(ExitStatus.ENVIRONMENT, message(exception));
    }
    if (exception instanceof IOException || exception instanceof UncheckedIOException) {
      return new CommandFailure(
          ExitStatus.ENVIRONMENT, "A file could not be read or written: " + message(exception));
    }
    return new CommandFailure(
        ExitStatus.BUG,
        "This is a bug in Quorate ("
            + exception
            + "); run the command again with --verbose and report what it prints.");
  }

  private void trace(Exception exception) {
    if (verbose.getAsBoolean()) {
      exception.printStackTrace(console.error());
    }
  }

  private static String message(Exception exception) {
    String message = exception.getMessage();
    return message == null ? exception.toString() : message;
  }

  private static String sentence(String message) {
    return message.endsWith(".") || message.endsWith("?") ? message : message + ".";
  }
}
