package org.quorate.cli.console;

import java.util.function.BooleanSupplier;

/**
 * Everything that one call of Quorate has around it.
 *
 * @param interrupted whether the process has been asked to end
 */
public record Invocation(Console console, Installation installation, BooleanSupplier interrupted) {
  /** Tells the person something beside the result, on standard error. */
  public void tell(String line) {
    console.error().println(line);
    console.error().flush();
  }
}
