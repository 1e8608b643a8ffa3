package org.quorate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.OptionalInt;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;

final class CollapseTest {
  private final StringWriter error = new StringWriter();

  @Test
  void tooLittleMemoryIsToldInOneSentenceWithWhatToDo() {
    int status =
        guard(
            false,
            () -> {
              throw new OutOfMemoryError("Java heap space");
            });
    assertThat(status).isEqualTo(ExitStatus.ENVIRONMENT);
    assertThat(error)
        .hasToString(
            "quorate: Quorate has too little memory (Java heap space); give it more with"
                + " QUORATE_JAVA_OPTIONS=-Xmx4g."
                + System.lineSeparator());
  }

  @Test
  void anyOtherErrorIsCalledABugAndTracedOnlyOnRequest() {
    IntSupplier work =
        () -> {
          throw new StackOverflowError();
        };
    assertThat(guard(false, work)).isEqualTo(ExitStatus.BUG);
    assertThat(error.toString()).contains("This is a bug in Quorate").doesNotContain("\tat ");
    assertThat(guard(true, work)).isEqualTo(ExitStatus.BUG);
    assertThat(error.toString()).contains("\tat ");
  }

  @Test
  void workThatEndsInOrderGivesItsStatus() {
    assertThat(guard(false, () -> ExitStatus.NOT_HELD)).isEqualTo(ExitStatus.NOT_HELD);
    assertThat(error.toString()).isEmpty();
  }

  private int guard(boolean verbose, IntSupplier work) {
    Console console =
        new Console(
            new PrintWriter(new StringWriter(), true),
            new PrintWriter(error, true),
            OptionalInt.empty(),
            OptionalInt.empty(),
            false,
            false);
    return Collapse.guard(console, verbose, work);
  }
}
