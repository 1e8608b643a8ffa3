package org.quorate.cli.live;

import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterCounts;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cli.console.TimeText;
import org.quorate.cli.page.PageWords;
import org.quorate.core.level.Level;
import org.quorate.report.format.Numbers;
import org.quorate.report.format.TimeUnits;
import org.quorate.report.page.Html;

/** The parts of the page that are of the whole cluster. Pure. */
final class StateParts {
  private StateParts() {}

  /**
   * How the cluster stands, read out when it changes; so nothing is in it that changes at each
   * reading.
   */
  static String state(Optional<Glance> glance) {
    Html out = new Html();
    if (glance.isEmpty()) {
      return out.element("h1", "The agent has not looked yet.").toString();
    }
    Glance seen = glance.get();
    if (seen.away().isPresent()) {
      Glance.Away away = seen.away().get();
      out.element("h1", "The cluster is away since " + PageWords.time(away.since()) + ".");
      out.element("p", away.why(), "class", "more");
    } else if (seen.isReady()) {
      out.element("h1", "The cluster answers.");
      out.element("p", nodes(seen), "class", "more");
    } else {
      out.element(
          "h1",
          seen.lastReading().isPresent()
              ? "There is no recent reading."
              : "There is no reading yet.");
    }
    if (seen.isReady() && !seen.reports().isEmpty() && !seen.unread().isEmpty()) {
      out.element(
          "p",
          "The last look had no reading of "
              + String.join(", ", seen.unread())
              + "; where that goes on, why is said below, under what the agent told.",
          "class",
          "warning");
    }
    seen.levels()
        .flatMap(StateParts::unpublished)
        .ifPresent(sentence -> out.element("p", sentence, "class", "warning"));
    return out.toString();
  }

  /** That levels are not published, where that lasts; without its age, which grows. */
  private static Optional<String> unpublished(LevelsGlance levels) {
    if (!levels.isFailing()) {
      return Optional.empty();
    }
    int late = levels.late().size();
    return Optional.of(
        levels.obstacle().isPresent()
            ? "Levels are not published; why is said below, under the levels in force."
            : "The levels of "
                + (late == levels.words().size() ? "all" : late + " of " + levels.words().size())
                + " tables are not published, so clients that follow the agent read at their safe"
                + " level; why is said below, under the levels in force.");
  }

  /** The more of what the readings and the driver say, since either may be the later one. */
  private static String nodes(Glance seen) {
    List<ClusterReport> reports = seen.reports();
    int nodes = reports.stream().mapToInt(ClusterReport::nodes).max().orElse(0);
    long held =
        seen.nodes().stream()
            .flatMap(all -> all.nodes().stream())
            .filter(node -> node.state() == NodesGlance.State.DOWN)
            .count();
    long down = Math.max(held, reports.stream().mapToInt(ClusterReport::nodesDown).max().orElse(0));
    int silent = reports.stream().mapToInt(ClusterReport::nodesSilent).max().orElse(0);
    if (nodes == 0) {
      return "The last look gave no reading, though one shortly before did.";
    }
    return PageWords.count(nodes, "node")
        + (down + silent == 0
            ? ", none of them down or silent."
            : ": " + down + " down, " + silent + " without an answer to the last question.");
  }

  /** When was read, and by what. */
  static String reading(Optional<Glance> glance, Instant since) {
    Html out = new Html().open("p", "class", "asked");
    Optional<Instant> last = glance.flatMap(Glance::lastReading);
    out.text("Last reading: ").element("strong", last.map(PageWords::time).orElse("none"));
    String sources =
        glance.stream()
            .flatMap(seen -> seen.reports().stream())
            .map(ClusterReport::source)
            .distinct()
            .collect(Collectors.joining(", "));
    out.text(sources.isEmpty() ? ". " : ", by " + sources + ". ");
    out.text("The agent runs since " + PageWords.time(since) + " and remembers an hour.");
    return out.close().toString();
  }

  /**
   * What the nodes have counted, and how long writes take to their other replicas. Each observer
   * counts from its own start on, so the counts are those of the one that has counted longest.
   */
  static String cluster(List<ClusterReport> reports) {
    Html out = new Html().open("dl");
    for (ClusterReport report : reports) {
      PageWords.fact(
          out,
          "propagation time, " + report.keyspace(),
          report.propagation().map(StateParts::propagation).orElse("not known"));
    }
    reports.stream()
        .map(ClusterReport::counts)
        .max(Comparator.comparingDouble(ClusterCounts::seconds))
        .ifPresentOrElse(
            counts -> counts(out, counts),
            () -> PageWords.fact(out, "counts", "not known: the last look gave no reading"));
    return out.close().toString();
  }

  private static void counts(Html out, ClusterCounts counts) {
    String over = " in " + TimeText.ofNanos((long) (1e9 * counts.seconds())) + ", all keyspaces";
    PageWords.fact(out, "digest mismatches", count(counts.digestMismatches(), over));
    PageWords.fact(out, "dropped writes", count(counts.droppedMutations(), over));
    PageWords.fact(out, "hints that wait, or files of them", count(counts.pendingHints(), ""));
    PageWords.fact(out, "reads by level", levels(counts.readsByLevel(), over));
    PageWords.fact(out, "writes by level", levels(counts.writesByLevel(), over));
  }

  private static String propagation(PropagationSummary summary) {
    double low = summary.propagation().lowSeconds();
    double high = summary.propagation().highSeconds();
    return TimeUnits.text(1e9 * summary.propagation().seconds())
        + (low == high
            ? ""
            : " (" + TimeUnits.text(1e9 * low) + " to " + TimeUnits.text(1e9 * high) + ")")
        + ", by "
        + summary.source()
        + (summary.meaning().isEmpty() ? "" : ". " + summary.meaning());
  }

  private static String count(@Nullable Long count, String over) {
    return count == null ? "not known by this source" : Numbers.count(count) + over;
  }

  private static String levels(Map<Level, Long> counts, String over) {
    Map<Level, Long> used = new LinkedHashMap<>(counts);
    used.values().removeIf(count -> count == 0);
    long all = used.values().stream().mapToLong(Long::longValue).sum();
    return used.isEmpty()
        ? "not known by this source"
        : used.entrySet().stream()
                .map(
                    entry ->
                        entry.getKey() + " " + Numbers.percent((double) entry.getValue() / all))
                .collect(Collectors.joining(", "))
            + over;
  }
}
