package org.quorate.cli.console;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A command cannot do what was asked. The message is one sentence for the user: what is wrong,
 * where (file, line, key), and what to do.
 */
public final class CommandFailure extends Exception {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final List<String> details;

  /**
   * @param status one of {@link ExitStatus}
   */
  public CommandFailure(int status, String message) {
    this(status, message, List.of(), null);
  }

  /**
   * @param status one of {@link ExitStatus}
   * @param details lines that help to understand, such as the end of a log
   */
  public CommandFailure(
      int status, String message, List<String> details, @Nullable Throwable cause) {
    super(message, cause);
    this.status = status;
    this.details = List.copyOf(details);
  }

  /** Says that what the user gave is wrong, in the words of the exception. */
  public static CommandFailure wrongInput(Exception cause) {
    return new CommandFailure(
        ExitStatus.WRONG_INPUT, String.valueOf(cause.getMessage()), List.of(), cause);
  }

  /** Says that something here cannot do what was asked, in the words of the exception. */
  public static CommandFailure environment(Exception cause) {
    return new CommandFailure(
        ExitStatus.ENVIRONMENT, String.valueOf(cause.getMessage()), List.of(), cause);
  }

  public int status() {
    return status;
  }

  /** Lines to print below the message; often empty. */
  public List<String> details() {
    return details;
  }
}
