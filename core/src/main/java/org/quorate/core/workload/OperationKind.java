package org.quorate.core.workload;

/** What an operation does to the store, in YCSB's words. */
public enum OperationKind {
  /** Reads one row by its key. */
  READ,
  /** Overwrites one field or all fields of a row that exists. */
  UPDATE,
  /** Writes all fields of a new row. */
  INSERT,
  /** Reads a number of rows from a key on. */
  SCAN,
  /** Reads a row and then updates it: two requests, timed as one operation. */
  READ_MODIFY_WRITE;

  /** Whether the operation changes a row. */
  public boolean writes() {
    return this == UPDATE || this == INSERT || this == READ_MODIFY_WRITE;
  }

  /** Whether the operation returns rows. */
  public boolean reads() {
    return this == READ || this == SCAN || this == READ_MODIFY_WRITE;
  }
}
