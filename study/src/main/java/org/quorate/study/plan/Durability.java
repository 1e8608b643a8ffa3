package org.quorate.study.plan;

/** What a write survives that was accepted and that no server has acknowledged yet. */
public enum Durability {
  /** Nothing: it is in the memory of its client. */
  NONE("none"),
  /** The end of its process, such as {@code kill -9}: the kernel has it. */
  PROCESS_CRASH("process-crash"),
  /** The end of its machine, such as a power cut: the disk has it. */
  MACHINE_CRASH("machine-crash");

  private final String text;

  Durability(String text) {
    this.text = text;
  }

  /** The name in study files. */
  public String text() {
    return text;
  }
}
