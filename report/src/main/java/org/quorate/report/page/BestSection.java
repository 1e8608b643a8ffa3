package org.quorate.report.page;

import java.util.List;
import org.quorate.report.chart.Look;
import org.quorate.report.format.Numbers;
import org.quorate.study.summary.BestDistance;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.Mean;

/** Each policy that adapts beside the best that anybody could have done on the same history. */
record BestSection(Context context) implements PageSection {
  /** Whether there is no policy of which something is to be said. */
  boolean isEmpty() {
    return context.study().distances().isEmpty();
  }

  @Override
  public String id() {
    return "best";
  }

  @Override
  public String title() {
    return "Distance from the best possible";
  }

  @Override
  public void write(Html html) {
    List<BestDistance> known = context.study().distances().known();
    if (!known.isEmpty()) {
      PageSection.lead(
          html,
          "The fewest replicas that a read could have asked with no more stale reads than the"
              + " policy tolerates, found afterwards in the history of the weakest level of the same"
              + " block. The best decides for every key and second; with the same information, by"
              + " how often a key is read and how old its newest write is; a clairvoyant raises stale"
              + " reads alone, which nobody can beat.",
          Source.COMPUTED,
          Source.ORACLE);
      table(known).write(html);
    }
    context.study().distances().unknown().forEach(sentence -> PageSection.note(html, sentence));
    if (!known.isEmpty()) {
      PageSection.note(
          html,
          "Replicas are those that the levels sent ask for, the policy\u2019s paired reads, measuring and"
              + " evidence included. Distances are geometric means over pairs of runs of the same repetition,"
              + " less one, with 95 % intervals; one run alone has none. Below zero the policy asked"
              + " fewer replicas: its reads may have been staler than it tolerates, it tells reads"
              + " within a second apart, or, where clients wait for their answers, its run was"
              + " another load.");
    }
  }

  private Table table(List<BestDistance> known) {
    Table table = new Table("Policy over the best possible", "Policy", true).wholeNames();
    table.number("Tolerance", "% of reads").number("Stale reads", "% of reads");
    table.number("Replicas", "per read").words("Levels of the best").number("Best", "per read");
    table.number("Above the best", "%").number("With the same information", "per read");
    table.number("Above that", "%").number("Clairvoyant", "per read");
    for (BestDistance distance : known) {
      CellSummary cell = context.summary(distance.policy());
      Mean stale = cell == null ? null : cell.staleRate();
      table.row(
          context.label(distance.policy()),
          cell == null ? Look.NEUTRAL : context.look(cell),
          List.of(
              Table.Value.of(Numbers.tick(distance.tolerance() * 100), distance.tolerance()),
              ValueText.share(stale),
              ValueText.estimate(distance.replicaReads()),
              Table.Value.of(String.join(", ", distance.levels())),
              ValueText.estimate(distance.best()),
              ValueText.share(distance.overBest()),
              ValueText.estimate(distance.sameInformation()),
              ValueText.share(distance.overSameInformation()),
              ValueText.estimate(distance.clairvoyant())));
    }
    return table;
  }
}
