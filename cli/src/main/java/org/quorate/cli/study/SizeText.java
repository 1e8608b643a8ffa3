package org.quorate.cli.study;

import java.util.Set;
import java.util.TreeSet;
import org.quorate.cli.console.TimeText;
import org.quorate.core.quantity.ByteSizes;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.run.StudySize;

/** How much there is to do for a study, in words. Stateless. */
final class SizeText {
  private SizeText() {}

  /** Cells, runs, clusters, time and disk of a study, in one sentence. */
  static String sentence(Study study) {
    StudySize size = StudySize.of(study);
    return counts(size)
        + "; "
        + time(size)
        + (hasFaults(study)
            ? " of warming up, measuring and making the cluster whole after faults"
            : " of warming up and measuring")
        + (size.openEnded() == 0
            ? ""
            : " (at "
                + StudySize.ASSUMED_RATE
                + " operations/s, or what the load allows, in the "
                + counted(size.openEnded(), "run")
                + (size.openEnded() == 1 ? " that ends" : " that end")
                + " with a number of operations)")
        + ", besides starting the "
        + (size.sessions() == 1 ? "cluster" : "clusters")
        + " and loading rows; at most "
        + ByteSizes.format(size.bytes())
        + " of disk.";
  }

  /** The same in a few words. */
  static String brief(Study study) {
    StudySize size = StudySize.of(study);
    return counts(size) + ", " + time(size);
  }

  private static boolean hasFaults(Study study) {
    return study.cells().values().stream().anyMatch(run -> !run.faults().isEmpty());
  }

  private static String counts(StudySize size) {
    return counted(size.cells(), "cell")
        + ", "
        + counted(size.runs(), "run")
        + " on "
        + counted(size.sessions(), "cluster");
  }

  private static String time(StudySize size) {
    String least = "about " + TimeText.ofNanos(size.atLeast().toNanos());
    return size.atLeast().equals(size.atMost())
        ? least
        : least + " to " + TimeText.ofNanos(size.atMost().toNanos());
  }

  private static String counted(int count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** By which meters or power model the study accounts for energy, in one sentence. */
  static String meters(Study study) {
    RunSettings any = study.cells().values().iterator().next();
    PowerSettings power = any.power();
    if (power == null) {
      return "Energy is not accounted for.";
    }
    String model = "by the power model " + power.profile();
    if (power.meters().isEmpty()) {
      return "Energy is estimated " + model + "; no host has a meter.";
    }
    Set<Integer> hosts = new TreeSet<>();
    study.cells().values().forEach(run -> hosts.add(run.cluster().hosts()));
    return "Energy is measured: "
        + power.metersText()
        + (hosts.stream().anyMatch(count -> count > power.meters().size())
            ? "; that of the other hosts is estimated " + model + "."
            : ".");
  }
}
