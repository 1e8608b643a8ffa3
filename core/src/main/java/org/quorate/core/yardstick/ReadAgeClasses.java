package org.quorate.core.yardstick;

import java.util.ArrayList;
import java.util.List;

/**
 * The reads of a run divided by how often their key was read during the run, in classes that
 * double, and by the age of the key's newest completed write, in the bins of {@link
 * org.quorate.core.recency.AgeBins}. Immutable.
 *
 * @param ages by class and, within a class, by age, youngest first; each combination once
 */
public record ReadAgeClasses(List<OfAge> ages) {
  /** The number of classes: keys of 2^c to 2^(c+1) - 1 reads are class c, the last is open. */
  public static final int CLASSES = 16;

  /** Copies the list. */
  public ReadAgeClasses {
    ages = List.copyOf(ages);
  }

  /**
   * Reads of one class and age.
   *
   * @param keyClass 0 to {@link #CLASSES} - 1
   * @param bin of {@link org.quorate.core.recency.AgeBins}
   * @param reads at least 1
   * @param staleReads of these
   */
  public record OfAge(int keyClass, int bin, long reads, long staleReads) {
    /** Checks that no more reads are stale than there are. */
    public OfAge {
      ReadGroup.check(reads, staleReads);
    }
  }

  /**
   * The class of keys that were read so often.
   *
   * @param reads of a key during the run, at least 1
   */
  public static int classOf(long reads) {
    return Math.min(CLASSES - 1, Long.SIZE - 1 - Long.numberOfLeadingZeros(reads));
  }

  /**
   * The reads as a policy tells them apart that raises, in each class, those that come within a
   * window after a write, or a mix of two windows: ages between which no best window ends are one
   * group, so that within a class stale shares fall with the age. The pooling of adjacent violators
   * (Ayer and others, Annals of Mathematical Statistics 26, 1955), which is the upper concave hull
   * of stale reads over reads, both counted from the youngest age on.
   */
  public List<ReadGroup> groups() {
    List<ReadGroup> all = new ArrayList<>();
    int keyClass = -1;
    int firstOfClass = 0;
    for (OfAge age : ages) {
      if (age.keyClass() != keyClass) {
        keyClass = age.keyClass();
        firstOfClass = all.size();
      }
      ReadGroup group = new ReadGroup(age.reads(), age.staleReads());
      while (all.size() > firstOfClass && !isStaler(all.get(all.size() - 1), group)) {
        group = all.remove(all.size() - 1).plus(group);
      }
      all.add(group);
    }
    return all;
  }

  private static boolean isStaler(ReadGroup younger, ReadGroup older) {
    return (double) younger.staleReads() * older.reads()
        > (double) older.staleReads() * younger.reads();
  }
}
