package org.quorate.hbase.deferral;

import java.io.IOException;

/** A write was not accepted, because too many accepted ones are not acknowledged yet. */
public final class DeferralFullException extends IOException {
  private static final long serialVersionUID = 1L;

  public DeferralFullException(String message) {
    super(message);
  }
}
