package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.Mean;
import org.quorate.study.summary.NumberText;
import org.quorate.study.summary.StaticGain;
import org.quorate.study.summary.WindowVerdict;

/**
 * Writes what policies gained over the cheapest fixed level that keeps their tolerance. A gain is
 * claimed only where its interval excludes none, and never without saying whether the policy kept
 * its tolerance. Immutable.
 */
final class StaticGainWriter {
  /** The project's own policy; its sentence comes first of all. */
  private static final String OWN = "quorate";

  private static final String POLICY = "policy";

  /** A smaller difference would be written as none. */
  private static final double SAME = 0.00005;

  /** More cells than this are only counted. */
  private static final int MOST_NAMED = 4;

  private final Map<Map<String, String>, CellSummary> cells = new LinkedHashMap<>();
  private final List<StaticGain> gains;

  StaticGainWriter(List<CellSummary> cells, List<StaticGain> gains) {
    cells.forEach(cell -> this.cells.put(cell.cell(), cell));
    this.gains = List.copyOf(gains);
  }

  /** Of the project's own policy, what it gained and at what cost; of many cells the first. */
  List<String> headlines() {
    List<StaticGain> own = gains.stream().filter(StaticGainWriter::isOwn).toList();
    if (own.size() <= MOST_NAMED) {
      return own.stream().flatMap(this::sentences).toList();
    }
    return Stream.concat(sentences(own.get(0)), Stream.of(counted(own))).toList();
  }

  /** Of all other policies: what each of few cells gained, one count for many. */
  List<String> others() {
    List<StaticGain> others = gains.stream().filter(gain -> !isOwn(gain)).toList();
    return others.size() <= MOST_NAMED
        ? others.stream().flatMap(this::sentences).toList()
        : List.of(counted(others));
  }

  private static boolean isOwn(StaticGain gain) {
    return policy(gain).startsWith(OWN);
  }

  private static String policy(StaticGain gain) {
    return gain.policy().getOrDefault(POLICY, "");
  }

  private Stream<String> sentences(StaticGain gain) {
    Map<String, String> others = new LinkedHashMap<>(order(gain.policy()));
    others.remove(POLICY);
    String context = Phrases.context(others);
    Map<String, String> against = gain.against();
    Mean throughput = gain.throughput();
    if (against == null || throughput == null) {
      return Stream.of(
          Phrases.capitalized(
              context
                  + "no fixed level of "
                  + gain.fixed()
                  + " was shown to keep the tolerance of "
                  + policy(gain)
                  + (gain.kept()
                      ? ", which kept it: "
                      : gain.exceeded()
                          ? ", which did not keep it either: "
                          : ", and whether that did is not certain: ")
                  + stale(gain)
                  + "."));
    }
    String level = against.getOrDefault(POLICY, "");
    Mean replicaReads = gain.replicaReads();
    Mean compared = gain.equalLoad() && replicaReads != null ? replicaReads : throughput;
    String single = compared.hasInterval() ? "" : "in the one run of each, ";
    return Stream.of(
        (context.isEmpty() ? Phrases.capitalized(single) : context + single)
            + policy(gain)
            + (gain.equalLoad() ? replicaReads(gain, level) : faster(throughput, level))
            + ", the cheapest fixed level that keeps its tolerance"
            + (gain.kept()
                ? ", and kept it: "
                : gain.exceeded()
                    ? ", but did not keep it: "
                    : "; whether it kept that is not certain: ")
            + stale(gain)
            + (compared.hasInterval() ? "." : "; one pair says nothing about chance."),
        detail(gain, against, level));
  }

  /** {@code 0.30 % of reads stale (0.29 to 0.31 %), 2 of 20 windows of 10 s broken}. */
  private static String stale(StaticGain gain) {
    Mean rate = gain.staleRate();
    WindowVerdict windows = gain.windows();
    return NumberText.percent(rate.mean())
        + " of reads stale"
        + (rate.hasInterval()
            ? " ("
                + NumberText.percents(rate.low(), rate.high())
                + (rate.runs() == 1 ? ", of this run only)" : ")")
            : "")
        + (windows == null || windows.broken() == 0
            ? ""
            : ", "
                + NumberText.count(windows.broken())
                + " of "
                + NumberText.count(windows.windows())
                + " windows of "
                + windows.seconds()
                + " s broken");
  }

  private String detail(StaticGain gain, Map<String, String> against, String level) {
    Mean rate = gain.againstStaleRate();
    Mean succeeded = gain.succeededReads();
    return "It asked "
        + times(perRead(gain, gain.policy()))
        + " replicas for a read against "
        + times(perRead(gain, against))
        + " at "
        + level
        + (gain.counted() ? "" : " by the levels that were sent, the policy's own reads included")
        + (rate == null
            ? ""
            : rate.mean() == 0
                ? ", where no stale read was seen"
                : ", where " + NumberText.percent(rate.mean()) + " were stale")
        + (gain.equalLoad() && succeeded != null
            ? ", and had " + times(succeeded.mean()) + " times as many reads that succeeded"
            : "")
        + (gain.pairs() < 2 ? "." : "; 95 % intervals over " + gain.pairs() + " pairs of runs.");
  }

  /** The levels of a cell in the order of the study. */
  private Map<String, String> order(Map<String, String> levels) {
    CellSummary cell = cells.get(levels);
    return cell == null ? levels : cell.cell();
  }

  private static String faster(Mean ratio, String level) {
    return distinguishable(ratio)
        ? " had "
            + times(ratio.mean())
            + " times the throughput of "
            + level
            + (ratio.hasInterval()
                ? " (" + times(ratio.low()) + " to " + times(ratio.high()) + ")"
                : "")
        : " had no throughput distinguishable from that of "
            + level
            + " (ratio "
            + times(ratio.low())
            + " to "
            + times(ratio.high())
            + ")";
  }

  /** Of a single pair nobody knows. */
  private static boolean distinguishable(Mean ratio) {
    return !ratio.hasInterval() || ratio.low() > 1 || ratio.high() < 1;
  }

  private static String replicaReads(StaticGain gain, String level) {
    Mean ratio = gain.replicaReads();
    if (ratio == null) {
      return " was run beside " + level;
    }
    if (!distinguishable(ratio)) {
      return " asked for a read as many replicas as "
          + level
          + ", as far as can be told (ratio "
          + times(ratio.low())
          + " to "
          + times(ratio.high())
          + ")";
    }
    if (Math.abs(1 - ratio.mean()) < SAME) {
      return " asked for a read as many replicas as " + level;
    }
    boolean fewer = ratio.mean() < 1;
    return " asked "
        + NumberText.percent(Math.abs(1 - ratio.mean()))
        + (fewer ? " fewer" : " more")
        + " replicas for a read"
        + (ratio.hasInterval()
            ? " ("
                + (fewer
                    ? NumberText.percents(1 - ratio.high(), 1 - ratio.low())
                    : NumberText.percents(ratio.low() - 1, ratio.high() - 1))
                + ")"
            : "")
        + " than "
        + level;
  }

  private double perRead(StaticGain gain, Map<String, String> cell) {
    CellSummary summary = cells.get(cell);
    CellWindows windows = summary == null ? null : summary.windows();
    return summary == null
        ? Double.NaN
        : gain.counted() || windows == null
            ? summary.replicaReadsPerRead().mean()
            : windows.replicaReadsPerRead().mean();
  }

  private static String counted(List<StaticGain> gains) {
    int gained = 0;
    int lost = 0;
    int same = 0;
    int alone = 0;
    for (StaticGain gain : gains) {
      Mean ratio = gain.equalLoad() ? gain.replicaReads() : gain.throughput();
      if (ratio == null) {
        alone++;
      } else if (gain.equalLoad() ? ratio.high() < 1 : ratio.low() > 1) {
        gained++;
      } else if (gain.equalLoad() ? ratio.low() > 1 : ratio.high() < 1) {
        lost++;
      } else {
        same++;
      }
    }
    List<String> parts = new ArrayList<>();
    add(parts, gained, "gained in");
    add(parts, lost, "lost in");
    add(parts, same, "cannot be told from it in");
    add(parts, alone, "have no such level beside them in");
    return "Against the cheapest fixed level that keeps their tolerance, in throughput or, at equal"
        + " load, in replica reads, "
        + gains.stream().map(StaticGainWriter::policy).distinct().collect(Collectors.joining(", "))
        + " "
        + Phrases.listed(parts)
        + " of "
        + gains.size()
        + " cells; "
        + kept(gains)
        + ".";
  }

  private static String kept(List<StaticGain> gains) {
    int kept = (int) gains.stream().filter(StaticGain::kept).count();
    int exceeded = (int) gains.stream().filter(StaticGain::exceeded).count();
    List<String> parts = new ArrayList<>();
    add(parts, kept, "the tolerance was kept in");
    add(parts, exceeded, "it was exceeded in");
    add(parts, gains.size() - kept - exceeded, "whether it was kept is not certain in");
    return Phrases.listed(parts);
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(what + " " + count);
    }
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
