package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.NumberText;

/**
 * Writes gains in plain sentences, one for each policy of each part. A gain is claimed only where
 * its interval excludes none. Stateless.
 */
final class GainWriter {
  private static final String WEAK = "ONE";
  private static final String STRONG = "ALL";

  private GainWriter() {}

  /** The sentences, in the order of the gains. */
  static List<String> sentences(List<Gain> gains) {
    Map<String, List<Gain>> byPolicy = new LinkedHashMap<>();
    for (Gain gain : gains) {
      byPolicy.computeIfAbsent(gain.context() + gain.policy(), any -> new ArrayList<>()).add(gain);
    }
    List<String> sentences = new ArrayList<>();
    byPolicy.values().forEach(same -> sentence(same).ifPresent(sentences::add));
    return sentences;
  }

  private static Optional<String> sentence(List<Gain> gains) {
    Gain weak = against(gains, WEAK);
    Gain strong = against(gains, STRONG);
    Gain any = weak != null ? weak : strong;
    if (any == null) {
      return Optional.empty();
    }
    List<String> parts = new ArrayList<>();
    if (strong != null) {
      parts.add(throughput(strong));
    }
    if (weak != null) {
      parts.add(throughput(weak));
      if (weak.readsAgainst() > 0) {
        parts.add(stale(weak));
      }
    }
    return Optional.of(
        Phrases.context(any.context())
            + any.policy()
            + " had "
            + listed(parts)
            + "; "
            + intervals(any)
            + any.settings()
            + (any.settings() == 1 ? " setting." : " settings."));
  }

  private static String intervals(Gain gain) {
    int blocks = gain.throughput().runs();
    return blocks == gain.pairs()
        ? "95 % intervals over " + gain.pairs() + " pairs of runs in "
        : blocks == 1
            ? "no interval from one block of " + gain.pairs() + " pairs of runs in "
            : "95 % intervals over "
                + blocks
                + " blocks of together "
                + gain.pairs()
                + " pairs of runs in ";
  }

  private static String listed(List<String> parts) {
    int last = parts.size() - 1;
    return last == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, last)) + ", and " + parts.get(last);
  }

  private static @Nullable Gain against(List<Gain> gains, String level) {
    return gains.stream().filter(gain -> gain.against().equals(level)).findFirst().orElse(null);
  }

  private static String throughput(Gain gain) {
    Mean ratio = gain.throughput();
    boolean faster = ratio.low() > 1;
    boolean slower = ratio.high() < 1;
    if (!faster && !slower) {
      return "no throughput distinguishable from that at "
          + gain.against()
          + (ratio.hasInterval()
              ? " (ratio " + ratio(ratio.low()) + " to " + ratio(ratio.high()) + ")"
              : "");
    }
    return change(ratio, faster)
        + (faster ? " more" : " less")
        + " throughput than "
        + gain.against()
        + " ("
        + (faster
            ? NumberText.percents(ratio.low() - 1, ratio.high() - 1)
            : NumberText.percents(1 - ratio.high(), 1 - ratio.low()))
        + ")";
  }

  private static String stale(Gain gain) {
    String counts =
        NumberText.count(gain.staleReads())
            + " of "
            + NumberText.count(gain.reads())
            + " against "
            + NumberText.count(gain.staleReadsAgainst())
            + " of "
            + NumberText.count(gain.readsAgainst());
    Mean ratio = gain.stale();
    if (ratio == null) {
      return "nothing to save in stale reads, since "
          + gain.against()
          + " had none ("
          + counts
          + ")";
    }
    if (gain.staleReads() == 0) {
      return noneSeen(gain, counts);
    }
    if (!ratio.hasInterval() || (ratio.low() <= 1 && ratio.high() >= 1)) {
      return "no distinguishable difference in stale reads from "
          + gain.against()
          + " ("
          + counts
          + ")";
    }
    boolean fewer = ratio.high() < 1;
    return change(ratio, !fewer)
        + (fewer ? " fewer" : " more")
        + " stale reads than "
        + gain.against()
        + " ("
        + (fewer
            ? NumberText.percents(Math.max(0, 1 - ratio.high()), Math.min(1, 1 - ratio.low()))
            : NumberText.percents(ratio.low() - 1, ratio.high() - 1))
        + "; "
        + counts
        + ")";
  }

  /**
   * None seen is not none: the rule of three bounds the rate from above, and so the saving from
   * below.
   */
  private static String noneSeen(Gain gain, String counts) {
    double least =
        1
            - Mean.ruleOfThree(gain.reads())
                / ((double) gain.staleReadsAgainst() / gain.readsAgainst());
    return "no stale read where "
        + gain.against()
        + " had some ("
        + counts
        + (least > 0
            ? ", which is at least "
                + NumberText.percent(least)
                + " fewer if reads were independent"
            : ", too few reads to tell the two apart")
        + ")";
  }

  private static String change(Mean ratio, boolean grows) {
    return NumberText.percent(grows ? ratio.mean() - 1 : 1 - ratio.mean());
  }

  private static String ratio(double value) {
    return String.format(java.util.Locale.ROOT, "%.2f", value);
  }
}
