package org.quorate.power;

/** Which part of the time that a reading is about its time stamp names. */
public enum Stamp {
  /** The instant that it was taken at; also of a mean whose time is too short to matter. */
  INSTANT,
  /** The start of the time that it is the mean of, as Kwollect's wattmeters do. */
  START,
  /** The end of the time that it is the mean of. */
  END,
  /**
   * An instant at which somebody in between, such as a logger or a monitoring system, asked or
   * computed the value. It says nothing of when the device renewed it.
   */
  SAMPLED
}
