package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes what policies gained over the cheapest fixed level that keeps their tolerance. A gain is
 * claimed only where its interval excludes none, and never without saying whether the policy kept
 * its tolerance. Immutable.
 */
final class StaticGainWriter {
  /** The project's own policy; its sentence comes first of all. */
  private static final String OWN = "quorate";

  private static final String POLICY = "policy";

  /** More cells of other policies than this are only counted. */
  private static final int MOST_NAMED = 6;

  private final Map<Map<String, String>, CellSummary> cells = new LinkedHashMap<>();
  private final List<StaticGain> gains;

  StaticGainWriter(List<CellSummary> cells, List<StaticGain> gains) {
    cells.forEach(cell -> this.cells.put(cell.cell(), cell));
    this.gains = List.copyOf(gains);
  }

  /** Of the project's own policy, a sentence for each of its cells. */
  List<String> headlines() {
    return gains.stream().filter(StaticGainWriter::isOwn).map(this::sentence).toList();
  }

  /** Of all other policies: a sentence for each of few cells, one count for many. */
  List<String> others() {
    List<StaticGain> others = gains.stream().filter(gain -> !isOwn(gain)).toList();
    return others.size() <= MOST_NAMED
        ? others.stream().map(this::sentence).toList()
        : List.of(counted(others));
  }

  private static boolean isOwn(StaticGain gain) {
    return policy(gain).startsWith(OWN);
  }

  private static String policy(StaticGain gain) {
    return gain.policy().getOrDefault(POLICY, "");
  }

  private String sentence(StaticGain gain) {
    Map<String, String> others = new LinkedHashMap<>(order(gain.policy()));
    others.remove(POLICY);
    Map<String, String> against = gain.against();
    Estimate throughput = gain.throughput();
    String tolerance = NumberText.percent(gain.tolerance());
    StringBuilder sentence = new StringBuilder(Phrases.context(others)).append(policy(gain));
    if (against == null) {
      sentence
          .append(" stands beside no fixed level that was shown to keep ")
          .append(tolerance)
          .append(" of reads stale at most, of ")
          .append(gain.fixed())
          .append("; ")
          .append(kept(gain));
    } else if (throughput == null) {
      sentence
          .append(" has no run beside one at ")
          .append(against.get(POLICY))
          .append(", the cheapest fixed level that keeps ")
          .append(tolerance)
          .append("; ")
          .append(kept(gain));
    } else {
      String level = against.getOrDefault(POLICY, "");
      sentence
          .append(gain.equalLoad() ? replicaReads(gain, level) : faster(throughput, level))
          .append(", the cheapest fixed level that keeps ")
          .append(tolerance)
          .append(" of reads stale at most")
          .append(gain.equalLoad() ? ", at equal load" : "")
          .append(gain.exceeded() ? ", but " : "; ")
          .append(kept(gain));
      Estimate rate = gain.againstStaleRate();
      if (rate != null) {
        sentence.append(" against ").append(NumberText.percent(rate.mean())).append(" at ");
        sentence.append(level);
      }
      sentence.append("; ").append(perRead(gain));
      sentence.append(
          gain.pairs() < 2
              ? "; one run of each, so nothing can be said about chance"
              : "; 95 % intervals over " + gain.pairs() + " pairs of runs");
    }
    return sentence.append('.').toString();
  }

  /** The levels of a cell in the order of the study. */
  private Map<String, String> order(Map<String, String> levels) {
    CellSummary cell = cells.get(levels);
    return cell == null ? levels : cell.cell();
  }

  private static String faster(Estimate ratio, String level) {
    if (!Phrases.known(ratio)) {
      return " had " + times(ratio.mean()) + " times the throughput of " + level;
    }
    if (ratio.low() <= 1 && ratio.high() >= 1) {
      return " had no throughput distinguishable (ratio "
          + times(ratio.low())
          + " to "
          + times(ratio.high())
          + ") from that of "
          + level;
    }
    return " had "
        + times(ratio.mean())
        + " times the throughput ("
        + times(ratio.low())
        + " to "
        + times(ratio.high())
        + ") of "
        + level;
  }

  private static String replicaReads(StaticGain gain, String level) {
    Estimate ratio = gain.replicaReads();
    if (ratio == null) {
      return " was run beside " + level;
    }
    boolean known = Phrases.known(ratio);
    if (known && ratio.low() <= 1 && ratio.high() >= 1) {
      return " asked no distinguishable number of replicas less (ratio "
          + times(ratio.low())
          + " to "
          + times(ratio.high())
          + ") than "
          + level;
    }
    boolean fewer = ratio.mean() < 1;
    return " asked "
        + NumberText.percent(Math.abs(1 - ratio.mean()))
        + (fewer ? " fewer" : " more")
        + " replicas for a read than "
        + level
        + (known
            ? " ("
                + (fewer
                    ? NumberText.percents(1 - ratio.high(), 1 - ratio.low())
                    : NumberText.percents(ratio.low() - 1, ratio.high() - 1))
                + ")"
            : "");
  }

  /** Whether the policy did what it states. */
  private static String kept(StaticGain gain) {
    Estimate rate = gain.staleRate();
    return (gain.kept()
            ? "it kept its tolerance with "
            : gain.exceeded()
                ? "it did not keep its tolerance, with "
                : "whether it kept its tolerance is not certain, with ")
        + NumberText.percent(rate.mean())
        + " stale"
        + (Phrases.known(rate) ? " (" + NumberText.percents(rate.low(), rate.high()) + ")" : "");
  }

  private String perRead(StaticGain gain) {
    Map<String, String> against = gain.against();
    return times(perRead(gain, gain.policy()))
        + " replica reads per read against "
        + times(against == null ? Double.NaN : perRead(gain, against))
        + (gain.counted() ? "" : ", by the levels that were sent");
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
    int more = 0;
    int less = 0;
    int none = 0;
    int same = 0;
    for (StaticGain gain : gains) {
      @Nullable Estimate ratio = gain.throughput();
      if (gain.against() == null || ratio == null) {
        none++;
      } else if (ratio.low() > 1) {
        more++;
      } else if (ratio.high() < 1) {
        less++;
      } else {
        same++;
      }
    }
    List<String> parts = new ArrayList<>();
    add(parts, more, "more throughput");
    add(parts, less, "less throughput");
    add(parts, same, "no distinguishable difference in throughput");
    add(parts, none, "no such level to be compared with");
    return "Against the cheapest fixed level that keeps the tolerance, policies that adapt had "
        + Phrases.listed(parts)
        + " of "
        + gains.size()
        + " cells.";
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(what + " in " + count);
    }
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, "%.2f", ratio);
  }
}
