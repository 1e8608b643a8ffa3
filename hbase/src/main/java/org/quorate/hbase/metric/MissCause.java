package org.quorate.hbase.metric;

/** Why a write was acknowledged later than the bound allows, or given up. */
public enum MissCause {
  /** This process stood still meanwhile (a collection of garbage, SIGSTOP, no processor). */
  PROCESS_PAUSED("this process stood still"),
  /** The region was moved, split, merged or opened, and the write was sent again. */
  REGION_MOVED("its region was moved"),
  /** The region server could not be reached or went away, and the write was sent again. */
  SERVER_GONE("its region server could not be reached"),
  /** The server refused the write for a while: it had too much to do, or a quota was used up. */
  SERVER_BUSY("its region server was too busy to take it"),
  /** It was sent again, or given up, for another reason, which its last error says. */
  OTHER("it could not be sent or its region server failed to take it"),
  /** The flush waited for earlier ones that the server had not answered yet. */
  FLUSHES_WAITED("earlier flushes to its region server were not answered"),
  /** The server took longer to answer than a slow flush of late. */
  SERVER_SLOW("its region server took longer than flushes of late");

  private final String words;

  MissCause(String words) {
    this.words = words;
  }

  /** The cause as the end of a sentence. */
  public String words() {
    return words;
  }
}
