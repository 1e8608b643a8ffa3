package org.quorate.cassandra.control;

/**
 * What is heard of other processes about a table. Immutable.
 *
 * @param trusted processes whose evidence may lower levels
 * @param wary processes whose evidence may only raise them
 * @param ageSeconds since the newest value was seen to change; NaN while there is none
 * @param contradicted whether own pairs speak against what the others tell
 */
public record EvidenceStanding(int trusted, int wary, double ageSeconds, boolean contradicted) {
  /** Nobody is heard. */
  public static final EvidenceStanding NOBODY = new EvidenceStanding(0, 0, Double.NaN, false);
}
