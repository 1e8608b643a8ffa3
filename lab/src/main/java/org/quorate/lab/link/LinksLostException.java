package org.quorate.lab.link;

/**
 * The links could neither be changed nor read: what carries them has ended, or the thread that
 * asked it was interrupted, as it still says of itself.
 */
public final class LinksLostException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /**
   * @param message one sentence that says what to do
   */
  public LinksLostException(String message, Throwable cause) {
    super(message, cause);
  }
}
