package org.quorate.cli;

import org.quorate.cli.console.Console;
import org.quorate.cli.console.Installation;
import org.quorate.cli.console.Interruption;
import org.quorate.cli.console.Invocation;
import org.quorate.cli.study.Backends;

/** Where the process starts. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Console console = Console.system(System.getProperties(), System.getenv());
    Interruption interruption = Interruption.install();
    Invocation invocation =
        new Invocation(console, Installation.find(System.getProperties()), interruption::asked);
    int status = Quorate.commandLine(invocation, Backends.standard()).execute(arguments);
    console.output().flush();
    console.error().flush();
    interruption.finished(status);
  }
}
