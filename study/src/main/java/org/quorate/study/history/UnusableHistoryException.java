package org.quorate.study.history;

import java.io.IOException;

/** What was named as a history cannot be judged as one; the message says why and what to do. */
public final class UnusableHistoryException extends IOException {
  private static final long serialVersionUID = 1L;

  UnusableHistoryException(String message) {
    super(message);
  }

  UnusableHistoryException(String message, Throwable cause) {
    super(message, cause);
  }
}
