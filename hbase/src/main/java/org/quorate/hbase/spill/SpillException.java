package org.quorate.hbase.spill;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A spill cannot do what was asked. The message is one sentence for a user. */
public class SpillException extends IOException {
  private static final long serialVersionUID = 1L;

  /** Says what is wrong, where, and what to do. */
  public SpillException(String message) {
    super(message);
  }

  /** Says what is wrong, where, and what to do. */
  public SpillException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
