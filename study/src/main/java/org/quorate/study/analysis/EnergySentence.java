package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.core.statistics.EnergyComparison;
import org.quorate.core.statistics.EnergyVerdict;
import org.quorate.core.statistics.RunsNeeded;
import org.quorate.study.summary.JointVerdict;
import org.quorate.study.summary.NumberText;
import org.quorate.study.summary.ServerRange;

/**
 * One sentence on the energy of levels against a baseline, in their order. Neighbours of which the
 * same may be said share a clause, so that most sentences have one. Where the joules come from is
 * said once. Used once.
 */
final class EnergySentence {
  private static final double SMALL_EFFECT = 0.05;

  /**
   * What may be said of some levels.
   *
   * @param runsNeeded to show a small change, where that is known; else null
   * @param joint whether response times and stale reads are as good
   */
  record Judged(
      Map<String, String> levels,
      PairedRuns pairs,
      EnergyComparison comparison,
      @Nullable RunsNeeded runsNeeded,
      JointVerdict joint) {
    double ratio() {
      return comparison.ratio().ratio();
    }

    /** What is said of response times and stale reads where energy is saved; else nothing. */
    String service() {
      return comparison.verdict() != EnergyVerdict.SAVED
          ? ""
          : (joint.holds() ? " " : ", ") + joint.text();
    }

    /** Levels of which the same is said share a clause. */
    boolean isAs(Judged other) {
      return comparison.verdict() == other.comparison.verdict()
          && comparison.reason().equals(other.comparison.reason())
          && service().equals(other.service());
    }
  }

  private final Map<String, String> baseline;
  private final List<Judged> all;
  private final boolean estimated;
  private final double error;

  /** How many published servers the estimates were replayed through; 0 where they were not. */
  private final int servers;

  /** Whether the reader knows by now where the joules come from. */
  private boolean originSaid;

  EnergySentence(Map<String, String> baseline, List<Judged> all) {
    this.baseline = baseline;
    this.all = List.copyOf(all);
    this.estimated = all.stream().anyMatch(each -> each.pairs().estimated());
    this.servers =
        all.stream()
            .map(each -> each.pairs().servers())
            .filter(Objects::nonNull)
            .mapToInt(ServerRange::servers)
            .max()
            .orElse(0);
    this.error = all.stream().mapToDouble(each -> each.pairs().relativeError()).max().orElse(0);
  }

  /** The sentence without its end, beginning in lower case: {@code against ALL, ONE saves …}. */
  String text() {
    List<String> clauses = new ArrayList<>();
    List<Judged> alike = new ArrayList<>();
    for (Judged each : all) {
      if (!alike.isEmpty() && !alike.get(0).isAs(each)) {
        clauses.add(clause(alike));
        alike.clear();
      }
      alike.add(each);
    }
    clauses.add(clause(alike));
    return "against " + Phrases.thing(baseline) + ", " + String.join("; ", clauses);
  }

  private String clause(List<Judged> alike) {
    return alike.get(0).comparison().verdict() == EnergyVerdict.NOT_DISTINGUISHABLE
        ? undecided(alike)
        : claimed(alike);
  }

  /** {@code ONE saves 64 % of the energy per operation (56 to 70 %) and QUORUM 30 % (28 to …)}. */
  private String claimed(List<Judged> alike) {
    boolean saves = alike.get(0).comparison().verdict() == EnergyVerdict.SAVED;
    List<String> words = new ArrayList<>();
    for (Judged each : alike) {
      String verb = saves ? "save" : "cost";
      words.add(
          Phrases.thing(each.levels())
              + (words.isEmpty()
                  ? " " + verb + (Phrases.isPlural(each.levels()) ? " " : "s ")
                  : " ")
              + NumberText.percent(Math.abs(1 - each.ratio()))
              + (!words.isEmpty()
                  ? ""
                  : saves ? " of the energy per operation" : " more energy per operation")
              + interval(each));
    }
    return Phrases.listed(words) + over(alike) + alike.get(0).service() + origin();
  }

  private String undecided(List<Judged> alike) {
    boolean several = alike.size() > 1;
    String opening =
        "the energy per operation of "
            + Phrases.listed(alike.stream().map(each -> Phrases.thing(each.levels())).toList())
            + " is not distinguishable: "
            + Phrases.listed(alike.stream().map(EnergySentence::size).toList())
            + over(alike);
    EnergyComparison comparison = alike.get(0).comparison();
    return switch (comparison.reason().orElse(EnergyComparison.Reason.TOO_FEW_RUNS)) {
      case SERVERS_DISAGREE ->
          opening + origin() + ", of which some would draw less and others more";
      case TOO_COARSE_METER -> opening + (several ? " are" : " is") + tooCoarse(several);
      case UNKNOWN_ERROR ->
          opening + ", but nobody says how far off the estimates behind it may be";
      case TOO_MANY_COMPARISONS ->
          opening
              + origin()
              + ", but among "
              + NumberText.count(comparison.comparisons())
              + " comparisons that may be chance"
              + needed(alike);
      case TOO_FEW_RUNS_BESIDE_ERROR ->
          opening
              + origin()
              + (error > 0 ? ", so that with that error the " : ", so that with these the ")
              + (several ? "intervals include" : "interval includes")
              + " no change";
      case TOO_FEW_RUNS ->
          alike.stream().allMatch(each -> each.pairs().isOneStart())
              ? opening + origin() + ", from one start of each cluster"
              : opening + origin() + ", from too few runs" + needed(alike);
    };
  }

  private String tooCoarse(boolean several) {
    if (originSaid && estimated) {
      return " within that error";
    }
    originSaid = true;
    return " within the "
        + NumberText.percent(error)
        + " that "
        + (estimated
            ? "the power model behind " + (several ? "them" : "it")
            : several ? "their meters" : "its meters")
        + " may err by";
  }

  private String needed(List<Judged> alike) {
    RunsNeeded needed = alike.size() > 1 ? null : alike.get(0).runsNeeded();
    return needed == null
        ? ""
        : " (about "
            + NumberText.count(needed.runs())
            + " runs per cell would show a change of "
            + NumberText.percent(needed.effect())
            + (error >= SMALL_EFFECT ? " to a meter" : "")
            + ")";
  }

  private String origin() {
    if (originSaid) {
      return "";
    }
    originSaid = true;
    if (Double.isInfinite(error)) {
      return ", estimated";
    }
    if (servers > 0) {
      return ", estimated by a power model whose ratios are held against "
          + (servers == 1
              ? "one published server"
              : NumberText.count(servers) + " published servers")
          + " of that kind";
    }
    return estimated
        ? ", estimated by a power model whose ratios may err by " + NumberText.percent(error)
        : ", measured by meters";
  }

  private static String over(List<Judged> alike) {
    String settings =
        alike.stream()
            .map(each -> each.pairs().settings())
            .distinct()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(" or "));
    return settings.equals("1")
        ? ""
        : (alike.size() > 1 ? ", each over " : " over ") + settings + " settings";
  }

  /** {@code 15 % less (12 to 18 %)}. */
  private static String size(Judged each) {
    return change(each.ratio()) + interval(each);
  }

  /** Both ends without a word where they lie on the same side as the ratio. */
  private static String interval(Judged each) {
    ServerRange range = each.pairs().servers();
    return each.comparison()
        .ratio()
        .interval()
        .map(
            bounds ->
                " ("
                    + interval(bounds.low(), bounds.high())
                    + (range == null ? "" : "; by server " + interval(range.low(), range.high()))
                    + ")")
        .orElse("");
  }

  private static String interval(double low, double high) {
    return high <= 1
        ? NumberText.percents(1 - high, 1 - low)
        : low >= 1 ? NumberText.percents(low - 1, high - 1) : change(low) + " to " + change(high);
  }

  private static String change(double ratio) {
    return NumberText.percent(Math.abs(ratio - 1)) + (ratio < 1 ? " less" : " more");
  }
}
