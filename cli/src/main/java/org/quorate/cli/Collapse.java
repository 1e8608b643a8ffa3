package org.quorate.cli;

import java.util.function.IntSupplier;
import org.quorate.cli.console.Console;
import org.quorate.cli.console.ExitStatus;

/**
 * What nobody below has caught: errors of the JVM such as too little memory, and bugs. They end the
 * process with a sentence too.
 */
final class Collapse {
  private Collapse() {}

  /**
   * Does the work and flushes the console.
   *
   * @param work gives an exit status
   * @return its exit status, or that of what it threw
   */
  static int guard(Console console, boolean verbose, IntSupplier work) {
    try {
      return work.getAsInt();
    } catch (Throwable thrown) {
      console.error().println("quorate: " + sentence(thrown));
      if (verbose) {
        thrown.printStackTrace(console.error());
      }
      return thrown instanceof OutOfMemoryError ? ExitStatus.ENVIRONMENT : ExitStatus.BUG;
    } finally {
      console.output().flush();
      console.error().flush();
    }
  }

  private static String sentence(Throwable thrown) {
    if (thrown instanceof OutOfMemoryError memory) {
      String message = String.valueOf(memory.getMessage());
      return message.contains("native thread")
          ? "This machine allows no further thread; end other programs, or raise its limit of"
              + " processes (ulimit -u)."
          : "Quorate has too little memory ("
              + message
              + "); give it more with QUORATE_JAVA_OPTIONS=-Xmx4g.";
    }
    return FailureHandler.bug(thrown);
  }
}
