package org.quorate.cassandra.access;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a failure of something asynchronous was. Stateless. */
public final class Failures {
  private Failures() {}

  /** Without the wrapping that futures put around it. */
  public static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return (failure instanceof ExecutionException || failure instanceof CompletionException)
            && cause != null
        ? cause(cause)
        : failure;
  }

  /** Its message, or its kind where it has none. */
  public static String sentence(Throwable failure) {
    Throwable cause = cause(failure);
    String message = cause.getMessage();
    return message == null ? cause.getClass().getSimpleName() : message;
  }
}
