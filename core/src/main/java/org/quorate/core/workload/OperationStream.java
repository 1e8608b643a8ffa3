package org.quorate.core.workload;

import org.quorate.core.random.SeededRandom;

/**
 * The operations of one load lane in the run phase, without end. Seeded by the run's seed and the
 * lane: the same two give the same operations, as long as no rows are inserted meanwhile by other
 * lanes and the distribution is not {@code sequential}. Kinds and keys are drawn apart from lengths
 * and values, so that they do not change with the size of the rows. Not thread-safe. Each call
 * allocates the operation and its values and nothing else.
 */
public final class OperationStream {
  private final OperationMix mix;
  private final KeyNames keyNames;
  private final KeySequence keys;
  private final KeyChooser chooser;
  private final SeededRandom requests;
  private final SeededRandom contents;
  private final ValueSource values;
  private final LengthDistribution.Sampler scanLengths;
  private final int fieldCount;
  private final boolean readAll;
  private final boolean writeAll;

  OperationStream(
      Workload workload, KeySequence keys, SeededRandom requests, SeededRandom contents) {
    this.mix = workload.mix();
    this.keyNames = workload.keyNames();
    this.keys = keys;
    this.requests = requests;
    this.contents = contents;
    this.chooser = workload.requests().chooser(workload, keys, requests);
    this.values = new ValueSource(workload.fields(), contents);
    Scans scans = workload.scans();
    this.scanLengths = scans.lengths().sampler(scans.minimumLength(), scans.maximumLength());
    this.fieldCount = workload.fields().count();
    this.readAll = workload.fields().readAll();
    this.writeAll = workload.fields().writeAll();
  }

  /**
   * The next operation. The number of an insert must be given to {@link KeySequence#acknowledge}
   * when the insert is over.
   */
  public Operation next() {
    OperationKind kind = mix.kind(requests.nextDouble());
    long keyNumber = keys.row(kind == OperationKind.INSERT ? keys.next() : chooser.next());
    int readField = kind.reads() ? field(readAll) : Operation.ALL_FIELDS;
    int scanLength = kind == OperationKind.SCAN ? scanLengths.next(contents) : 0;
    int writeField = Operation.ALL_FIELDS;
    byte[][] written = Operation.NO_VALUES;
    if (kind.writes()) {
      writeField = field(writeAll || kind == OperationKind.INSERT);
      written = values.values(writeField == Operation.ALL_FIELDS ? fieldCount : 1);
    }
    return new Operation(
        kind, keyNames.key(keyNumber), keyNumber, readField, writeField, scanLength, written);
  }

  private int field(boolean all) {
    return all ? Operation.ALL_FIELDS : (int) contents.nextLong(fieldCount);
  }
}
