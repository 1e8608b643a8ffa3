package org.quorate.cli.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.observe.ClusterReport;
import org.quorate.cassandra.observe.PropagationSummary;
import org.quorate.cassandra.observe.SampledKeys;
import org.quorate.cassandra.observe.TableAnswer;
import org.quorate.cassandra.observe.TableReport;
import org.quorate.cassandra.propagation.LevelDifference;
import org.quorate.cassandra.propagation.ReplicaLink;
import org.quorate.cassandra.sample.PairResult;
import org.quorate.cli.console.Paragraphs;
import org.quorate.core.level.Level;
import org.quorate.core.policy.ReadLevels;
import org.quorate.core.staleness.StalenessModel;
import org.quorate.report.format.Numbers;
import org.quorate.report.terminal.Style;

/** A report in words, for people. Pure. */
final class ReportText {
  /** Links that are told, the slowest. */
  private static final int MOST_LINKS = 6;

  private final ClusterReport report;
  private final ReadLevels levels;
  private final Paragraphs out;

  private ReportText(ClusterReport report, Style style, int width) {
    this.report = report;
    this.levels = report.levels();
    this.out = new Paragraphs(style, width);
  }

  /**
   * The whole report.
   *
   * @param energy of the hosts; null where they have no meters
   * @param width columns, at least 40
   */
  static String of(ClusterReport report, @Nullable EnergyReport energy, Style style, int width) {
    ReportText text = new ReportText(report, style, width);
    text.answers(energy);
    text.head();
    report.tables().forEach(text::table);
    if (energy != null) {
      new EnergyText(text.out).add(energy);
    }
    text.propagation();
    text.meanings();
    new CountsText(text.out, text.levels).add(report.counts());
    text.problems();
    return text.out.text();
  }

  /** What can be acted on comes first; the rest is what it was made of. */
  private void answers(@Nullable EnergyReport energy) {
    List<TableAnswer> answers = report.answers();
    out.heading("Answer");
    AnswerText.sentences(answers, energy).forEach(sentence -> out.sentence(2, sentence));
    out.blank();
    out.heading("What this rests on, and what could not be seen");
    Unseen.of(report, answers, energy).forEach(unseen -> out.sentence(2, unseen));
    out.blank();
  }

  private void head() {
    out.heading(
        "Keyspace "
            + report.keyspace()
            + ", replicas of each row: "
            + report.levels().replication()
            + ", seen for "
            + Numbers.of(report.seconds())
            + " s");
    out.sentence(
        2,
        Words.count(report.readings(), "reading")
            + " by "
            + report.source()
            + " of "
            + Words.count(report.nodes(), "node")
            + ".");
    if (report.incompleteReadings() > 0) {
      out.sentence(
          2,
          Words.count(report.incompleteReadings(), "reading")
              + " lacked the share of some node, so rates are too low there.");
    }
    if (report.nodesDown() + report.nodesSilent() > 0) {
      out.sentence(
          2,
          Words.count(report.nodesDown(), "node")
              + " down, "
              + Words.count(report.nodesSilent(), "node")
              + " without an answer to the last question.");
    }
  }

  private void table(TableReport table) {
    out.blank();
    out.heading("Table " + table.table());
    out.fact("reads", Words.rate(table.reads()));
    out.fact("writes", Words.rate(table.writes()));
    if (!Double.isNaN(table.replicasPerRead())) {
      out.fact(
          "replicas per read",
          Numbers.of(table.replicasPerRead())
              + " on average, as the servers counted them"
              + table
                  .likelyLevel()
                  .map(level -> ": as many as reads at " + level + " ask")
                  .orElse(": no level asks as many, so levels may be mixed"));
    }
    table
        .traits()
        .partitions()
        .ifPresent(
            partitions ->
                out.fact(
                    "partitions",
                    Numbers.count(partitions) + ", as the servers estimate from what is on disk"));
    table.rows().flatMap(SampledKeys::inUse).ifPresent(pairs -> sampled("rows in use", pairs));
    table.rows().flatMap(SampledKeys::alike).ifPresent(pairs -> sampled("rows drawn alike", pairs));
    if (table.reads().mean() == 0 && table.writes().mean() == 0) {
      out.sentence(2, "It was neither read nor written, so there is nothing to estimate.");
      return;
    }
    estimates(table);
    savings(table);
  }

  private void estimates(TableReport table) {
    if (table.levels().stream().allMatch(level -> level.estimates().isEmpty())) {
      out.sentence(
          2,
          "Nothing can be estimated without "
              + (report.propagation().isEmpty() ? "a propagation time." : "read and write rates."));
      return;
    }
    new LevelTable(out, levels).add(table);
    TableForecast.text(report, table).ifPresent(sentence -> out.sentence(2, sentence));
  }

  private void savings(TableReport table) {
    Level weak = levels.weakest();
    Level safe = levels.safe();
    if (weak == safe) {
      out.sentence(
          2, "Reads at " + weak + " meet every write at " + levels.writeLevel() + " already.");
      return;
    }
    int fewer = levels.replicas(safe) - levels.replicas(weak);
    String saved =
        "Reads at "
            + weak
            + " instead of "
            + safe
            + " ask "
            + Words.count(fewer, "replica")
            + " fewer each";
    double perSecond = table.savedReplicaReadsPerSecond(safe, weak);
    out.sentence(
        2,
        Double.isNaN(perSecond)
            ? saved + "."
            : saved + ", which saves " + Numbers.of(perSecond) + " replica reads per second.");
    if (table.likelyLevel().filter(weak::equals).isPresent()) {
      out.sentence(2, "This table seems to be read at " + weak + " already.");
    }
    table
        .sampled()
        .filter(pairs -> pairs.pairs() > 0)
        .ifPresent(
            pairs ->
                out.sentence(
                    2,
                    "By sampled rows a read at "
                        + pairs.weak()
                        + " took "
                        + Words.time(pairs.weakMillis() / 1e3)
                        + " on average, one at "
                        + pairs.strong()
                        + " "
                        + Words.time(pairs.strongMillis() / 1e3)
                        + "."));
  }

  private void sampled(String name, PairResult pairs) {
    if (pairs.pairs() == 0) {
      out.fact(name, "no pair of reads succeeded, " + pairs.failed() + " failed");
      return;
    }
    out.fact(
        name,
        Words.count(pairs.pairs(), "pair")
            + " of reads, "
            + Numbers.count(pairs.stale())
            + " stale at "
            + pairs.weak()
            + ": "
            + Numbers.percent((double) pairs.stale() / pairs.pairs())
            + " (95 % interval "
            + Numbers.of(100 * pairs.rate().low())
            + " to "
            + Numbers.of(100 * pairs.rate().high())
            + ", pairs taken as independent); "
            + Numbers.count(pairs.fresh())
            + " written less than 1 s before, "
            + Numbers.count(pairs.underWay())
            + " overtaken by a write, "
            + Numbers.count(pairs.undecided())
            + " undecided, "
            + Numbers.count(pairs.failed())
            + " failed");
  }

  private void propagation() {
    out.blank();
    out.heading("Propagation time: from a write's acknowledgement until other replicas have it");
    report
        .propagation()
        .ifPresentOrElse(
            this::propagation,
            () -> out.fact("time", "not known, so nothing is estimated; the reason is below"));
    report.difference().ifPresent(this::difference);
    report.links().stream().limit(MOST_LINKS).forEach(this::link);
  }

  private void propagation(PropagationSummary summary) {
    out.fact("time", Words.propagation(summary.propagation()));
    out.fact(
        "source",
        summary.samples() == 0
            ? summary.source()
            : summary.source()
                + ", medians of "
                + Words.count(summary.rounds(), "round")
                + ", "
                + Words.count(summary.samples(), "measurement")
                + " in all");
    out.sentence(2, summary.meaning());
    summary.notes().forEach(note -> out.sentence(2, note));
  }

  private void difference(LevelDifference difference) {
    out.sentence(
        2,
        "A read at "
            + difference.strong()
            + " took "
            + Words.time(difference.median())
            + " longer than one at "
            + difference.weak()
            + " ("
            + Words.time(difference.low())
            + " to "
            + Words.time(difference.high())
            + "; median and quartiles of "
            + Words.count(difference.pairs(), "pair")
            + " of reads of rows that do not exist, in the last round).");
  }

  private void link(ReplicaLink link) {
    out.sentence(
        2,
        link.coordinator()
            + " waits "
            + Words.time(link.roundTrip())
            + " for "
            + link.replica()
            + (Double.isNaN(link.links())
                ? ""
                : ", "
                    + Words.time(link.links())
                    + " of it on the network and "
                    + Words.time(link.atReplica())
                    + " at that replica")
            + " (medians of "
            + Words.count(link.traces(), "traced read")
            + ").");
  }

  private void meanings() {
    if (report.propagation().isEmpty()) {
      return;
    }
    out.blank();
    out.heading("What the estimates are");
    for (StalenessModel model : TableReport.models(report.knowsKeys())) {
      out.sentence(2, model.name() + ": " + model.meaning() + ".");
    }
    if (levels.writeReplicas() > 1) {
      out.sentence(
          2,
          "Writes at "
              + levels.writeLevel()
              + " are acknowledged only when other replicas have answered, and by then the rest"
              + " often have them too: the estimates are upper bounds then.");
    }
    out.sentence(2, keys());
    if (report.tables().stream().anyMatch(table -> table.sampled().isPresent())) {
      out.sentence(
          2,
          "rows in use, rows drawn alike: counted, not estimated. The former were found among the"
              + " latter, written in the last minute, and drawn about as often as they are written;"
              + " the latter however often anybody uses them. A read is stale if a later timestamp"
              + " was written before the pair was sent, by the writers' clocks.");
    }
  }

  /** What the estimates take of how traffic spreads. */
  private String keys() {
    if (report.keys().isPresent()) {
      return "All traffic of a table is taken to spread evenly over "
          + Words.count(report.keys().getAsLong(), "key")
          + "; keys that are used more are stale more often.";
    }
    return report.knowsKeys()
        ? "All traffic of a table is taken to spread evenly over its partitions, as many as the servers"
            + " estimate from what is on disk; partitions that are used more are stale more often."
            + " Where that is not known, or so few that the servers count too coarsely (fewer than"
            + " 1,280 in each token range), it is taken to go to one key, the worst case. --keys N"
            + " takes N keys used alike."
        : "How the traffic spreads over keys is not known, not even how many partitions are on disk:"
            + " all of a table's is taken to go to one key, so all estimates are the worst case, and"
            + " far too high where keys are many; --keys N takes N keys used alike.";
  }

  private void problems() {
    if (!report.problems().isEmpty()) {
      out.blank();
      out.heading("What went wrong or could be better known");
      report.problems().forEach(problem -> out.sentence(2, problem));
    }
  }
}
