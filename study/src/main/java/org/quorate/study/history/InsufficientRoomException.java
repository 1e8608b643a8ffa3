package org.quorate.study.history;

import java.io.IOException;

/** A check needs more memory or disk than it may take; nothing is wrong with the history. */
public final class InsufficientRoomException extends IOException {
  private static final long serialVersionUID = 1L;

  InsufficientRoomException(String message) {
    super(message);
  }
}
