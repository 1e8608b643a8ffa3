package org.quorate.cli.console;

import java.io.PrintWriter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Sends what Quorate and its libraries log to standard error, one line each: Quorate's own warnings
 * always, and everything from INFO up on request. What libraries warn of is left out otherwise: a
 * driver that loses a node warns many times of what a study tells once.
 */
public final class Logs {
  private static final String OURS = "org.quorate";

  /** Loggers are held weakly; a level set on one that nobody holds is lost. */
  private static final Logger OWN = Logger.getLogger(OURS);

  private Logs() {}

  /** Takes effect for all later log messages of this process. */
  public static void configure(PrintWriter error, boolean verbose) {
    LogManager.getLogManager().reset();
    Logger root = Logger.getLogger("");
    root.setLevel(verbose ? Level.INFO : Level.OFF);
    OWN.setLevel(verbose ? Level.INFO : Level.WARNING);
    root.addHandler(new Lines(error));
  }

  private static final class Lines extends Handler {
    private final PrintWriter error;

    Lines(PrintWriter error) {
      this.error = error;
      setFormatter(new OneLine());
    }

    @Override
    public void publish(LogRecord entry) {
      error.print(getFormatter().format(entry));
      if (entry.getThrown() != null && Level.INFO.equals(OWN.getLevel())) {
        entry.getThrown().printStackTrace(error);
      }
      error.flush();
    }

    @Override
    public void flush() {
      error.flush();
    }

    @Override
    public void close() {}
  }

  private static final class OneLine extends Formatter {
    @Override
    public String format(LogRecord entry) {
      String logger = entry.getLoggerName();
      boolean own = logger != null && logger.startsWith(OURS);
      return "quorate: "
          + entry.getLevel().getName().toLowerCase(java.util.Locale.ROOT)
          + ": "
          + formatMessage(entry)
          + (own ? "" : " (" + logger + ")")
          + System.lineSeparator();
    }
  }
}
