package org.quorate.power.http;

import org.quorate.power.MeterException;

/** A server answered, but with a status that says no. */
public final class WebStatusException extends MeterException {
  private static final long serialVersionUID = 1;

  private final int status;

  private WebStatusException(String message, int status) {
    super(message);
    this.status = status;
  }

  static WebStatusException of(WebAnswer answer) {
    String what =
        switch (answer.status()) {
          case 401, 403 ->
              " refuses the login; check the user and password that credentials=… leads to, and"
                  + " what this user may read.";
          case 404 -> " does not exist; check the address.";
          default -> " answers with status " + answer.status() + ".";
        };
    return new WebStatusException(WebAnswer.name(answer.from()) + what, answer.status());
  }

  /** HTTP's status. */
  public int status() {
    return status;
  }
}
