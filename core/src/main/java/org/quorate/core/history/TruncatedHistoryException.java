package org.quorate.core.history;

/** A history that ends in the middle of a line, or whose compressed data end too early. */
public final class TruncatedHistoryException extends HistoryFormatException {
  private final long operations;

  /**
   * @param operations how many complete operations come before the cut
   */
  public TruncatedHistoryException(String message, long line, long operations) {
    super(message, line);
    this.operations = operations;
  }

  /** How many complete operations come before the cut. */
  public long operations() {
    return operations;
  }
}
