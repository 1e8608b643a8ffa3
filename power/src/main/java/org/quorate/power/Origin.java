package org.quorate.power;

/** Whether a device measured a number or somebody's model made it up from other numbers. */
public enum Origin {
  /** By a device. */
  MEASURED,
  /** By a model, ours or another tool's; labelled an estimate wherever it is shown. */
  ESTIMATED
}
