package org.quorate.core.evidence;

/** Bytes that are no evidence; the message says why, in one sentence. */
public final class RefusedEvidenceException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedEvidenceException(String message) {
    super(message);
  }
}
