package org.quorate.core.policy;

import java.util.stream.Stream;
import org.quorate.core.level.Level;
import org.quorate.core.recency.AgeBins;
import org.quorate.core.recency.ClassCounts;
import org.quorate.core.recency.KeyPlace;

/** How many replicas reads ask that are sent as was decided. Stateless. */
public final class AskedReplicas {
  /** A mix is known well enough by so many fewer draws. */
  private static final int DRAWS_APART = 8;

  private AskedReplicas() {}

  /**
   * Replicas that a read asks on average, by the ages and classes of reads of late. Raises of token
   * ranges are left out, since counts know no tokens, and a window that ends within a bin of ages
   * holds for none of that bin: both make it fewer.
   *
   * @param counts reads of late; without any they are as of keys that were never written
   * @return at least 1
   */
  public static double perRead(Decision decided, ClassCounts counts, ReadLevels levels) {
    Decision plain =
        new Decision(
            decided.level(),
            decided.raises().stream().flatMap(AskedReplicas::unlessOfRange).toList(),
            decided.reason(),
            decided.estimate());
    int window = AgeBins.of(decided.windowNanos());
    double reads = 0;
    double asked = 0;
    for (int of = 0; of < KeyPlace.CLASSES; of++) {
      double total = counts.reads().get(of).total();
      if (total > 0) {
        double within = 0;
        for (int bin = 0; bin < window; bin++) {
          within += counts.reads().get(of).count(bin);
        }
        reads += total;
        asked += within * ofClass(plain, of, 0, levels);
        asked += (total - within) * ofClass(plain, of, Decision.NEVER_WRITTEN, levels);
      }
    }
    return reads > 0 ? asked / reads : levels.replicas(decided.level());
  }

  private static Stream<Raise> unlessOfRange(Raise raise) {
    return raise instanceof Raise.TokenRange ? Stream.empty() : Stream.of(raise);
  }

  /** Of reads of a class that are of one age. */
  private static double ofClass(Decision plain, int of, long age, ReadLevels levels) {
    double sum = 0;
    for (int draw = DRAWS_APART / 2; draw < KeyPlace.DRAWS; draw += DRAWS_APART) {
      Level level = plain.levelOf(0, age, KeyPlace.of(of, draw), levels::replicas);
      sum += levels.replicas(level);
    }
    return sum * DRAWS_APART / KeyPlace.DRAWS;
  }
}
