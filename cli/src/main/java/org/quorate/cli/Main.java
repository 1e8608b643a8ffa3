package org.quorate.cli;

import org.quorate.cli.console.Console;
import org.quorate.cli.console.Interruption;

/** Where the process starts. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) {
    Console console = Console.system(System.getProperties(), System.getenv());
    Interruption interruption = Interruption.install();
    int status = Quorate.commandLine(console, interruption::asked).execute(arguments);
    console.output().flush();
    console.error().flush();
    interruption.finished(status);
  }
}
