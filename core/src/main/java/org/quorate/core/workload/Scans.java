package org.quorate.core.workload;

/**
 * How many rows a scan reads.
 *
 * @param minimumLength at least 1 ({@code minscanlength})
 * @param maximumLength at least the minimum ({@code maxscanlength})
 * @param lengths how lengths are drawn ({@code scanlengthdistribution})
 */
public record Scans(int minimumLength, int maximumLength, LengthDistribution lengths) {
  public Scans {
    if (minimumLength < 1 || maximumLength < minimumLength) {
      throw new IllegalArgumentException(
          "A scan reads between "
              + minimumLength
              + " and "
              + maximumLength
              + " rows; the first must be at least 1 and not above the second.");
    }
  }
}
