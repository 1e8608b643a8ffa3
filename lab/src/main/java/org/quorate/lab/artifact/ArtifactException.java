package org.quorate.lab.artifact;

import org.jspecify.annotations.Nullable;

/** A server's jars cannot be had. The message is one sentence for the user. */
public final class ArtifactException extends Exception {
  private static final long serialVersionUID = 1L;

  public ArtifactException(String message) {
    super(message);
  }

  public ArtifactException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
