package org.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.quorate.cli.console.CommandFailure;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Invocation;
import org.quorate.core.history.HistoryFormatException;
import org.quorate.study.StudyException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParseResult;

final class FailureHandlerTest {
  /** What a failure came to. */
  private record Told(int status, String error) {}

  @Test
  void whateverAnInterruptedWorkThrowsIsToldAsInterruption() throws Exception {
    Told interrupted = new Told(ExitStatus.INTERRUPTED, "quorate: Interrupted.");
    assertThat(told(true, new CommandFailure(ExitStatus.WRONG_INPUT, "null")))
        .isEqualTo(interrupted);
    assertThat(told(true, new StudyException("x"))).isEqualTo(interrupted);
    assertThat(told(false, new ClosedByInterruptException())).isEqualTo(interrupted);
    assertThat(told(true, new CommandFailure(ExitStatus.INTERRUPTED, "Stopped; go on with: x")))
        .isEqualTo(new Told(ExitStatus.INTERRUPTED, "quorate: Stopped; go on with: x"));
  }

  @Test
  void theFileSystemsExceptionsBecomeSentences() throws Exception {
    Told denied =
        new Told(
            ExitStatus.ENVIRONMENT,
            "quorate: A file could not be read or written: access to /x is denied; check who owns"
                + " it and its permissions.");
    assertThat(told(false, new AccessDeniedException("/x"))).isEqualTo(denied);
    assertThat(told(false, new UncheckedIOException(new AccessDeniedException("/x"))))
        .isEqualTo(denied);
    assertThat(
            told(
                false,
                new UncheckedIOException(
                    "The links between the nodes cannot be reached: it is gone",
                    new IOException("it is gone"))))
        .isEqualTo(
            new Told(
                ExitStatus.ENVIRONMENT,
                "quorate: The links between the nodes cannot be reached: it is gone."));
  }

  @Test
  void aFaultOfAHistoryIsWrongInput() throws Exception {
    assertThat(told(false, new HistoryFormatException("h.csv, line 2: x.", 2)))
        .isEqualTo(new Told(ExitStatus.WRONG_INPUT, "quorate: h.csv, line 2: x."));
  }

  private static Told told(boolean interrupted, Exception thrown) {
    StringWriter error = new StringWriter();
    Console console =
        new Console(
            new PrintWriter(new StringWriter(), true),
            new PrintWriter(error, true),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false,
            false);
    Invocation invocation =
        new Invocation(console, new Installation(Path.of(""), "./quorate"), () -> interrupted);
    CommandLine command = new CommandLine(new Nothing());
    int status =
        new FailureHandler(invocation, () -> false)
            .handleExecutionException(
                thrown, command, ParseResult.builder(command.getCommandSpec()).build());
    return new Told(status, error.toString().strip());
  }

  @Command
  private static final class Nothing {}
}
