package org.quorate.power;

/** Which part of a host a channel sees. Joules of different scopes are never compared. */
public enum Scope {
  /** Everything that the host draws from the wall, losses of its power supplies included. */
  WALL("at the wall"),
  /** What its power supplies give to the host, their losses excluded. */
  SUPPLY_OUTPUT("behind the power supply"),
  /** What the whole host draws as its own board or management controller tells. */
  HOST("the whole host"),
  /** Processor packages alone: no memory, disk, network, fan or power supply. */
  PROCESSOR("processors"),
  /** Memory alone. */
  MEMORY("memory"),
  /** Some processes' share, as a model divides it. */
  PROCESSES("processes");

  private final String text;

  Scope(String text) {
    this.text = text;
  }

  /** A few words for tables. */
  public String text() {
    return text;
  }
}
