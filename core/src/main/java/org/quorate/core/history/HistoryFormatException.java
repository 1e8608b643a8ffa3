package org.quorate.core.history;

import java.io.IOException;

/** A history that does not follow the format; the message names file, line and column. */
public class HistoryFormatException extends IOException {
  private final long line;

  /**
   * @param line the number of the line at fault, counted from 1, the header included
   */
  public HistoryFormatException(String message, long line) {
    super(message);
    this.line = line;
  }

  /** The number of the line at fault, counted from 1, the header included. */
  public long line() {
    return line;
  }
}
