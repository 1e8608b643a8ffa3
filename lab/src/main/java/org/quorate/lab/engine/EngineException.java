package org.quorate.lab.engine;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cluster or node could not do what was asked. The message is one sentence for the user: what is
 * wrong and what to do about it.
 */
public final class EngineException extends Exception {
  private static final long serialVersionUID = 1L;

  private final List<String> lastLogLines;

  public EngineException(String message) {
    this(message, List.of(), null);
  }

  public EngineException(String message, @Nullable Throwable cause) {
    this(message, List.of(), cause);
  }

  public EngineException(String message, List<String> lastLogLines, @Nullable Throwable cause) {
    super(message, cause);
    this.lastLogLines = List.copyOf(lastLogLines);
  }

  /** The last lines of the failing node's log, oldest first; empty where no node is at fault. */
  public List<String> lastLogLines() {
    return lastLogLines;
  }
}
