package org.quorate.core.history;

/** A line that ends before its operation does; as the last of a file, it may have been cut off. */
final class IncompleteLineException extends HistoryFormatException {
  private static final long serialVersionUID = 1L;

  IncompleteLineException(String message, long line) {
    super(message, line);
  }
}
