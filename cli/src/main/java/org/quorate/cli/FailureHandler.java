package org.quorate.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Invocation;
import org.quorate.core.history.HistoryFormatException;
import org.quorate.core.text.Suggestions;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.StudyException;
import org.quorate.study.backend.BackendException;
import org.quorate.study.directory.OccupiedDirectoryException;
import org.quorate.study.file.StudyFileException;
import org.quorate.study.history.InsufficientRoomException;
import org.quorate.study.history.UnusableHistoryException;
import org.quorate.study.io.FileProblems;
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
final class FailureHandler implements IExecutionExceptionHandler, IParameterExceptionHandler {
  private static final List<String> MORE_ROOM =
      List.of(
          "more memory:          QUORATE_JAVA_OPTIONS=-Xmx8g",
          "another folder:       QUORATE_JAVA_OPTIONS=-Djava.io.tmpdir=DIR");

  private final Console console;
  private final BooleanSupplier interrupted;
  private final BooleanSupplier verbose;

  FailureHandler(Invocation invocation, BooleanSupplier verbose) {
    this.console = invocation.console();
    this.interrupted = invocation.interrupted();
    this.verbose = verbose;
  }

  @Override
  public int handleParseException(ParameterException exception, String[] arguments) {
    CommandLine command = exception.getCommandLine();
    console
        .error()
        .println(
            "quorate: "
                + (exception instanceof UnmatchedArgumentException unmatched
                    ? unknownWord(command, unmatched.getUnmatched())
                    : sentence(message(exception))));
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

  /** Tells of the first word that a command does not know, and what may have been meant. */
  private static String unknownWord(CommandLine command, List<String> words) {
    String word = words.isEmpty() ? "" : words.get(0);
    boolean option = word.startsWith("-");
    Set<String> known =
        option ? command.getCommandSpec().optionsMap().keySet() : command.getSubcommands().keySet();
    return "\""
        + word
        + "\" is not "
        + (option ? "an option of " : known.isEmpty() ? "expected by " : "a command of ")
        + command.getCommandSpec().qualifiedName()
        + "."
        + Suggestions.didYouMean(word, known);
  }

  private CommandFailure understand(Exception exception) {
    if (exception instanceof CommandFailure failure
        && (failure.status() == ExitStatus.INTERRUPTED || !interrupted.getAsBoolean())) {
      return failure;
    }
    if (interrupted.getAsBoolean()
        || exception instanceof InterruptedException
        || exception instanceof ClosedByInterruptException) {
      return new CommandFailure(ExitStatus.INTERRUPTED, "Interrupted.");
    }
    if (exception instanceof EngineException engine) {
      return new CommandFailure(
          ExitStatus.ENVIRONMENT, message(engine), engine.lastLogLines(), engine);
    }
    if (exception instanceof StudyFileException
        || exception instanceof OccupiedDirectoryException
        || exception instanceof HistoryFormatException
        || exception instanceof UnusableHistoryException) {
      return CommandFailure.wrongInput(exception);
    }
    if (exception instanceof InsufficientRoomException) {
      return new CommandFailure(ExitStatus.ENVIRONMENT, message(exception), MORE_ROOM, exception);
    }
    if (exception instanceof StudyException) {
      return new CommandFailure(ExitStatus.ENVIRONMENT, message(exception));
    }
    if (exception instanceof BackendException) {
      return new CommandFailure(ExitStatus.ENVIRONMENT, message(exception));
    }
    if (exception instanceof IOException io) {
      return new CommandFailure(ExitStatus.ENVIRONMENT, FileProblems.sentence(io));
    }
    if (exception instanceof UncheckedIOException unchecked) {
      IOException cause = unchecked.getCause();
      return cause == null || hasOwnWords(unchecked, cause)
          ? new CommandFailure(ExitStatus.ENVIRONMENT, sentence(message(unchecked)))
          : understand(cause);
    }
    return new CommandFailure(ExitStatus.BUG, bug(exception));
  }

  /** Whether its message is more than its cause made into text. */
  private static boolean hasOwnWords(UncheckedIOException exception, IOException cause) {
    String message = exception.getMessage();
    return message != null && !message.equals(cause.toString());
  }

  /** What is said where there is nothing that a user could do. */
  static String bug(Throwable thrown) {
    return "This is a bug in Quorate ("
        + thrown
        + "); run the command again with --verbose and report what it prints.";
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
