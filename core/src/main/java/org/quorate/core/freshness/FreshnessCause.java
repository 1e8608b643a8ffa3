package org.quorate.core.freshness;

/** Why a write was not, or is not known to have been, at every replica within the bound. */
public enum FreshnessCause {
  /** A replica of it was down. */
  DOWN("with a replica down"),
  /** A replica of it was catching up, or had missed writes: nothing shows that it got this one. */
  BEHIND("with a replica behind"),
  /** The way to the slowest replica took longer, by the ways that were measured. */
  SLOW("slow"),
  /** A replica lacked it after ten times the bound, by pairs of reads, and nobody knew why. */
  MISSING("missing");

  private final String text;

  FreshnessCause(String text) {
    this.text = text;
  }

  /** For people, after a share. */
  public String text() {
    return text;
  }
}
