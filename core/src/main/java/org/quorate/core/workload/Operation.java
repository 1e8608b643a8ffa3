package org.quorate.core.workload;

/**
 * One operation to be sent. Immutable as long as nobody writes into {@link #values}, which are
 * handed out without a copy.
 */
public final class Operation {
  /** The field number that stands for all fields of a row. */
  public static final int ALL_FIELDS = -1;

  static final byte[][] NO_VALUES = {};

  private final OperationKind kind;
  private final long key;
  private final long keyNumber;
  private final int readField;
  private final int writeField;
  private final int scanLength;
  private final byte[][] values;

  Operation(
      OperationKind kind,
      long key,
      long keyNumber,
      int readField,
      int writeField,
      int scanLength,
      byte[][] values) {
    this.kind = kind;
    this.key = key;
    this.keyNumber = keyNumber;
    this.readField = readField;
    this.writeField = writeField;
    this.scanLength = scanLength;
    this.values = values;
  }

  /** What to do. */
  public OperationKind kind() {
    return kind;
  }

  /**
   * The row's key: the number that follows {@code user} in its name, hashed unless inserts are
   * ordered; {@link KeyNames#text} gives the name.
   */
  public long key() {
    return key;
  }

  /** The ordinal of the row before hashing, from 0; an insert is acknowledged by it. */
  public long keyNumber() {
    return keyNumber;
  }

  /** The one field to read, from 0, or {@link #ALL_FIELDS}. Means nothing where nothing is read. */
  public int readField() {
    return readField;
  }

  /**
   * The one field to write, from 0, or {@link #ALL_FIELDS}. Means nothing where nothing is written.
   */
  public int writeField() {
    return writeField;
  }

  /** How many rows a scan reads, at least 1; 0 for other operations. */
  public int scanLength() {
    return scanLength;
  }

  /**
   * The new values, printable ASCII: one for each written field in the order of the fields, so one
   * alone where {@link #writeField} names it; empty for reads and scans.
   */
  public byte[][] values() {
    return values;
  }

  @Override
  public String toString() {
    return kind + " key " + key + " (number " + keyNumber + ")";
  }
}
