package org.quorate.core.workload;

/**
 * What share of the operations is of each kind. The shares add up to 1.
 *
 * @param read share of {@link OperationKind#READ}, and so on, each at least 0
 */
public record OperationMix(
    double read, double update, double insert, double scan, double readModifyWrite) {
  /**
   * Takes weights of any sum and divides each by their sum, as YCSB does.
   *
   * @throws IllegalArgumentException if a weight is negative or not finite, or all are zero
   */
  public OperationMix {
    double sum = read + update + insert + scan + readModifyWrite;
    double least =
        Math.min(Math.min(Math.min(read, update), Math.min(insert, scan)), readModifyWrite);
    if (!(least >= 0) || !(sum > 0) || !Double.isFinite(sum)) {
      throw new IllegalArgumentException(
          "The proportions of the operations must not be negative and their sum must be above 0.");
    }
    read /= sum;
    update /= sum;
    insert /= sum;
    scan /= sum;
    readModifyWrite /= sum;
  }

  /** The share of a kind, from 0 to 1. */
  public double share(OperationKind kind) {
    return switch (kind) {
      case READ -> read;
      case UPDATE -> update;
      case INSERT -> insert;
      case SCAN -> scan;
      case READ_MODIFY_WRITE -> readModifyWrite;
    };
  }

  /**
   * The kind that a uniform draw stands for.
   *
   * @param u from 0 (included) to 1 (excluded)
   */
  OperationKind kind(double u) {
    double rest = u - read;
    if (rest < 0) {
      return OperationKind.READ;
    }
    if ((rest -= update) < 0) {
      return OperationKind.UPDATE;
    }
    if ((rest -= insert) < 0) {
      return OperationKind.INSERT;
    }
    if ((rest -= scan) < 0) {
      return OperationKind.SCAN;
    }
    return readModifyWrite > 0 ? OperationKind.READ_MODIFY_WRITE : lastWithShare();
  }

  /** Where rounding leaves a remainder behind the last share, it belongs to that share. */
  private OperationKind lastWithShare() {
    return scan > 0
        ? OperationKind.SCAN
        : insert > 0
            ? OperationKind.INSERT
            : update > 0 ? OperationKind.UPDATE : OperationKind.READ;
  }
}
