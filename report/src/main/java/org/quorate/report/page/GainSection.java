package org.quorate.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.StaticGain;

/** Each policy that adapts beside the cheapest fixed level that keeps its tolerance. */
record GainSection(Context context) implements PageSection {
  /** Whether no policy was run beside fixed levels. */
  boolean isEmpty() {
    return context.study().staticGains().isEmpty();
  }

  @Override
  public String id() {
    return "gain";
  }

  @Override
  public String title() {
    return "Against the best fixed level";
  }

  @Override
  public void write(Html html) {
    PageSection.lead(
        html,
        "Beside each policy stands the cheapest fixed level that keeps the policy\u2019s tolerance"
            + " in the same setting: of those whose whole interval of the stale rate is at or below"
            + " it, the one with the highest throughput or, at equal load, the fewest replica"
            + " reads. With faults it must also keep 99 of 100 windows of 10 s, and"
            + " so must the policy.",
        Source.CLIENT,
        Source.ORACLE,
        Source.SERVERS);
    Table table = new Table("Policy over level", "Policy", true).wholeNames();
    table.number("Tolerance", "% of reads").number("Stale reads", "% of reads").words("Kept");
    table.words("Against").number("Its stale reads", "% of reads");
    table.number("Throughput", "ratio").number("Reads that succeeded", "ratio");
    table.number("Replica reads per read", "ratio");
    for (StaticGain gain : context.study().staticGains()) {
      CellSummary cell = context.summary(gain.policy());
      table.row(
          context.label(gain.policy()),
          cell == null ? Look.NEUTRAL : context.look(cell),
          values(gain));
    }
    table.write(html);
    PageSection.note(
        html,
        "Ratios are geometric means over pairs of runs of the same repetition, with 95 % intervals over blocks;"
            + " one run alone has none. Replica reads are the servers\u2019 own counts where all"
            + " servers could tell them, else those that the levels sent and the policy\u2019s paired reads,"
            + " measuring and evidence ask for; what the study measures at fixed levels is in neither.");
  }

  private static List<Table.Value> values(StaticGain gain) {
    List<Table.Value> values = new ArrayList<>();
    Map<String, String> against = gain.against();
    values.add(Table.Value.of(Numbers.tick(gain.tolerance() * 100), gain.tolerance()));
    values.add(ValueText.share(gain.staleRate()));
    values.add(Table.Value.of(gain.kept() ? "yes" : gain.exceeded() ? "no" : "not certain"));
    values.add(
        Table.Value.of(
            against == null ? "none keeps it" : against.getOrDefault("policy", "a fixed level")));
    values.add(ValueText.share(gain.againstStaleRate()));
    values.add(ValueText.estimate(gain.throughput()));
    values.add(ValueText.estimate(gain.succeededReads()));
    values.add(ValueText.estimate(gain.replicaReads()));
    return values;
  }
}
