package org.quorate.power.file;

/** A line is not what its format promises. The message says why, without a full stop. */
final class UnreadableLine extends Exception {
  private static final long serialVersionUID = 1;

  UnreadableLine(String message) {
    super(message);
  }
}
