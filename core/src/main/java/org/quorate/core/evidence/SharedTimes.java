package org.quorate.core.evidence;

import java.util.ArrayList;
import java.util.List;
import org.quorate.core.evidence.HeardEvidence.Heard;
import org.quorate.core.recency.PairTimes;
import org.quorate.core.staleness.DelaySample;
import org.quorate.core.staleness.TimesTooShort;

/**
 * What pairs of this process and of others waited for all replicas, by which measured times may be
 * {@linkplain TimesTooShort far too short}: each process pays for a pair or two, and all know of
 * many. Others count while they are trusted, with the newest {@value #OF_EACH} each. So one that is
 * wrong or lies
 *
 * <ul>
 *   <li>never makes times longer by itself: at least four pairs have to say so, and more than by
 *       chance. Two that lie can, which costs replica reads;
 *   <li>never makes them shorter than own pairs say: of both factors the longer counts;
 *   <li>never has it taken for told that nothing is wrong: a process goes by others only where it
 *       hears at least {@value #FEWEST_OTHERS} that tell times, has one of its own, and all of
 *       these together are clear.
 * </ul>
 *
 * <p>Pairs of one moment are alike, also of many processes: what holds up all of them at once makes
 * times longer until newer pairs say otherwise. Immutable.
 *
 * @param own times, in seconds
 * @param all own and others'
 * @param others how many tell theirs
 */
public record SharedTimes(DelaySample own, DelaySample all, int others) {
  static final int OF_EACH = 2;

  static final int FEWEST_OTHERS = 2;

  /** No times. */
  public static final SharedTimes NONE = of(List.of(), List.of());

  /**
   * @param own times, in seconds
   */
  public static SharedTimes of(List<Double> own, List<Heard> heard) {
    List<Double> all = new ArrayList<>(own);
    int others = 0;
    for (Heard each : heard) {
      List<Double> told = each.value().pairTimes();
      boolean isYoung = each.ageNanos() <= PairTimes.KEPT_FOR.toNanos();
      if (each.trusted() && isYoung && !told.isEmpty()) {
        all.addAll(told.subList(Math.max(0, told.size() - OF_EACH), told.size()));
        others++;
      }
    }
    return new SharedTimes(DelaySample.of(own), DelaySample.of(all), others);
  }

  /** How many times as long round trips are as was measured; 1 where nothing says so. */
  public double factor(DelaySample measured) {
    return Math.max(TimesTooShort.factor(measured, own), TimesTooShort.factor(measured, all));
  }

  /**
   * Whether there are pairs enough to say so or not. Others are believed where own pairs do not
   * speak against them, so that nobody hides what a process sees itself.
   */
  public boolean isTold(DelaySample measured) {
    boolean doOthersCount = isFirstCalm(measured) && others >= FEWEST_OTHERS;
    return TimesTooShort.isTold(measured, own)
        || (doOthersCount && TimesTooShort.isClear(measured, all));
  }

  /**
   * Whether own pairs waited, and none of them says that times are too short. Of those of which no
   * waiting is seen, as where weak reads take long, nothing follows.
   */
  public boolean isFirstCalm(DelaySample measured) {
    return own.above(0) > 0 && TimesTooShort.above(measured, own) == 0;
  }
}
