package org.quorate.core.workload;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The fields of a row and how much of it operations touch.
 *
 * @param count number of fields, at least 1 ({@code fieldcount})
 * @param namePrefix what a field's number follows in its name ({@code fieldnameprefix})
 * @param minimumLength shortest value in bytes, unless lengths are constant ({@code
 *     minfieldlength})
 * @param length longest value in bytes ({@code fieldlength})
 * @param lengths how lengths are drawn ({@code fieldlengthdistribution})
 * @param readAll whether a read asks for all fields or for one at random ({@code readallfields})
 * @param writeAll whether an update writes all fields or one at random ({@code writeallfields})
 */
public record Fields(
    int count,
    String namePrefix,
    int minimumLength,
    int length,
    LengthDistribution lengths,
    boolean readAll,
    boolean writeAll) {
  public Fields {
    if (count < 1 || minimumLength < 0 || length < 0) {
      throw new IllegalArgumentException(
          "A row needs at least 1 field, of a length that is not negative.");
    }
    if (lengths != LengthDistribution.CONSTANT && minimumLength > length) {
      throw new IllegalArgumentException(
          "The shortest field of "
              + minimumLength
              + " bytes is longer than the longest of "
              + length
              + ".");
    }
  }

  /** The name of a field, such as {@code field0}. */
  public String name(int index) {
    return namePrefix + index;
  }

  /** The names of all fields in order. */
  public List<String> names() {
    return IntStream.range(0, count).mapToObj(this::name).toList();
  }
}
