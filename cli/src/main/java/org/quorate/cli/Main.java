package org.quorate.cli;

import java.util.List;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;
import org.quorate.cli.console.GracefulShutdown;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.study.Backends;

/** Where the process starts. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Console console = Console.system(System.getProperties(), System.getenv());
    GracefulShutdown shutdown = GracefulShutdown.install();
    int status = ExitStatus.BUG;
    try {
      Invocation invocation =
          new Invocation(console, Installation.find(System.getProperties()), shutdown::asked);
      status =
          Collapse.guard(
              console,
              List.of(arguments).contains("--verbose"),
              () -> QuorateCommand.commandLine(invocation, Backends.standard()).execute(arguments));
    } finally {
      shutdown.finished(status);
    }
  }
}
