package org.quorate.hbase.spill;

import org.jspecify.annotations.Nullable;

/** Files are no spill, or one of another version of the format; nothing in them was touched. */
final class SpillFormatException extends SpillException {
  private static final long serialVersionUID = 1L;

  SpillFormatException(String message) {
    super(message);
  }

  SpillFormatException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
