package org.quorate.lab.link;

/** What carries the links has ended, so that they can neither be changed nor read. */
public final class LinksLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message one sentence that says what to do
   */
  public LinksLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
