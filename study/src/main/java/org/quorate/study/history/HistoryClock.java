package org.quorate.study.history;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.quorate.study.io.FileProblems;
import org.quorate.study.io.Json;

/**
 * How far the clock of a history may be off that of the others of its session. Lies beside the
 * history, under its name with {@link #ENDING}; a history without one is of the session's own
 * clock.
 *
 * @param uncertaintyNanos at least 0: each instant of the history, all by the same, may be so much
 *     earlier or later
 */
public record HistoryClock(@JsonProperty("uncertainty_ns") long uncertaintyNanos) {
  /** What follows the name of the history in the file's name. */
  public static final String ENDING = ".clock";

  /** Refuses what cannot be. */
  public HistoryClock {
    if (uncertaintyNanos < 0 || uncertaintyNanos >= 1L << 61) {
      throw new IllegalArgumentException(
          "uncertainty_ns is " + uncertaintyNanos + ", and must be from 0 to 2^61 - 1");
    }
  }

  /** Writes it beside a history that is, or will be, there. */
  public void write(Path history) throws IOException {
    Json.write(file(history), this);
  }

  /**
   * The uncertainty of a history in ns; 0 where nothing is said.
   *
   * @throws IOException if what lies beside it cannot be read
   */
  static long uncertaintyNanos(Path history) throws IOException {
    Path file = file(history);
    if (!Files.isRegularFile(file)) {
      return 0;
    }
    try {
      return Json.read(file, HistoryClock.class).uncertaintyNanos();
    } catch (IOException e) {
      throw new UnusableHistoryException(
          file
              + " does not tell how far the history's clock may be off ("
              + FileProblems.reason(e).lines().findFirst().orElse("no reason given")
              + "); it holds {\"uncertainty_ns\": NUMBER}.",
          e);
    }
  }

  private static Path file(Path history) {
    return history.resolveSibling(history.getFileName() + ENDING);
  }
}
