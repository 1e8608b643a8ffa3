package org.quorate.core.history;

/** What an operation does to its key. The text form is the name in lower case. */
public enum OperationType {
  READ("read"),
  WRITE("write");

  private final String text;

  OperationType(String text) {
    this.text = text;
  }

  /** The word in the text form of a history. */
  public String text() {
    return text;
  }
}
