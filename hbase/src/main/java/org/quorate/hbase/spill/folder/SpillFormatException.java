package org.quorate.hbase.spill.folder;

import org.jspecify.annotations.Nullable;
import org.quorate.hbase.spill.SpillException;

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
