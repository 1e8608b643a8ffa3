package org.quorate.core.statistics;

/** What a comparison of the energy of a second level with that of a first one shows. */
public enum EnergyVerdict {
  /** The second takes less. */
  SAVED("saves"),
  /** The second takes more. */
  COSTS("costs"),
  /** Nothing may be claimed; that is not proof that both take the same. */
  NOT_DISTINGUISHABLE("not distinguishable");

  private final String text;

  EnergyVerdict(String text) {
    this.text = text;
  }

  /** One or two words for tables. */
  public String text() {
    return text;
  }
}
