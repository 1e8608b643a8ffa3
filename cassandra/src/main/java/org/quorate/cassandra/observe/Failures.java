package org.quorate.cassandra.observe;

import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** What a failure of something asynchronous was. Stateless. */
final class Failures {
  private Failures() {}

  /** Without the wrapping that futures put around it. */
  static Throwable cause(Throwable failure) {
    Throwable cause = failure.getCause();
    return (failure instanceof ExecutionException || failure instanceof CompletionException)
            && cause != null
        ? cause
        : failure;
  }

  /** Its message, or its kind where it has none. */
  static String sentence(Throwable failure) {
    String message = failure.getMessage();
    return message == null ? failure.getClass().getSimpleName() : message;
  }
}
