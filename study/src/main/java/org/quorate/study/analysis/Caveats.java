package org.quorate.study.analysis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.quorate.core.quantity.Durations;
import org.quorate.core.workload.RequestDistribution;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.plan.Study;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.ModelCurves;
import org.quorate.study.result.RunResult;
import org.quorate.study.result.StalenessResult;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.NumberText;

/** What a study does not show: its own sentences, then those that its design brings. Stateless. */
final class Caveats {
  private Caveats() {}

  static List<String> of(Study study, List<CellSummary> cells, List<RunResult> runs) {
    List<String> caveats = new ArrayList<>(study.doesNotShow());
    caveats.add(
        "Every cell ran "
            + warmUp(study)
            + " unmeasured before its first run, because a first pass after start measures the"
            + " start; servers that have been up for days may still behave otherwise.");
    requests(study).forEach(caveats::add);
    caveats.addAll(study.notes());
    if (scans(study, runs)) {
      caveats.add(
          "Scans were sent, counted and timed, but what they returned was not judged: stale-read"
              + " rates are those of single-row reads alone, and where there were none nothing is"
              + " known about stale reads.");
    }
    if (cells.stream().anyMatch(Caveats::nothingStale)) {
      caveats.add(
          "Where 0 reads were stale, \"at most\" is the rule of three, which takes reads as"
              + " independent; stale reads come in clusters, so the true rate may lie above it.");
    }
    long clusters = study.cells().values().stream().map(RunSettings::cluster).distinct().count();
    long sessions = runs.stream().map(RunResult::session).distinct().count();
    int every = study.design().restartEvery();
    boolean stopped = sessions > clusters && every == 0;
    if (clusters > 1 && every == 0) {
      caveats.add(betweenClusters(clusters, study.design().clustersInTurn(), stopped));
    }
    if (every > 0) {
      caveats.add(
          "Clusters were started anew after every "
              + (every == 1 ? "block" : every + " blocks")
              + ", "
              + sessions
              + " starts in all, so that comparisons of clusters have in them what differs between"
              + " two starts of one; few starts show only large differences.");
    }
    if (stopped) {
      caveats.add(
          "The study was stopped and gone on with: its runs come from "
              + sessions
              + (study.isRemote()
                  ? " sessions, each with tables loaded anew."
                  : " sessions, each on a cluster started anew."));
    }
    shares(runs).ifPresent(caveats::add);
    undecided(runs).ifPresent(caveats::add);
    lostHosts(runs).ifPresent(caveats::add);
    if (study.isRemote()) {
      caveats.add(
          "The servers run on other computers, so nothing is known of their processors and links:"
              + " numbers of the machine are those of the computer that sent the load.");
      caveats.add(
          "Whatever else the cluster did meanwhile, for other clients or for itself, is in response"
              + " times, throughputs and joules, and cannot be told apart.");
    }
    return caveats;
  }

  /** What clocks of load hosts leave open. */
  private static Optional<String> undecided(List<RunResult> runs) {
    if (runs.stream().allMatch(run -> run.loadHosts().isEmpty())) {
      return Optional.empty();
    }
    long undecided = 0;
    long reads = 0;
    for (RunResult run : runs) {
      StalenessResult judged = run.staleness();
      undecided += judged == null ? 0 : judged.undecided();
      reads += judged == null ? 0 : judged.reads();
    }
    return Optional.of(
        "The load came from several hosts, whose clocks are known within bounds alone (each run's"
            + " notes have them). A read counts as stale if it is for every setting of the clocks"
            + " within these; "
            + undecided
            + " of "
            + reads
            + " reads are stale for some settings and not for others, and count as not stale. Numbers of"
            + " the machine are those of the computer that coordinated the hosts.");
  }

  /** Runs that are not what the others of their cells are. */
  private static Optional<String> lostHosts(List<RunResult> runs) {
    long less =
        runs.stream()
            .filter(run -> run.loadHosts().stream().anyMatch(host -> host.lostWhy() != null))
            .count();
    return less == 0
        ? Optional.empty()
        : Optional.of(
            "A load host was lost in "
                + less
                + (less == 1 ? " run, which" : " runs, which")
                + " had less load than the others of "
                + (less == 1 ? "its cell" : "their cells")
                + " and no response times of that host; stale reads that missed what it did not"
                + " tell any more are not counted.");
  }

  /** How much of a host of the power model the hosts of a study stand for. */
  private static Optional<String> shares(List<RunResult> runs) {
    List<ModelCurves> models =
        runs.stream()
            .map(RunResult::energy)
            .flatMap(Stream::ofNullable)
            .map(EnergyResult::curves)
            .flatMap(Stream::ofNullable)
            .filter(curves -> !curves.shares().isEmpty())
            .toList();
    DoubleSummaryStatistics shares =
        models.stream()
            .flatMap(curves -> curves.shares().values().stream())
            .mapToDouble(Double::doubleValue)
            .summaryStatistics();
    if (shares.getCount() == 0) {
      return Optional.empty();
    }
    String least = NumberText.number(shares.getMin());
    String most = NumberText.number(shares.getMax());
    return Optional.of(
        "Estimated watts and joules, and cost and carbon from them, are of shares of hosts: by its"
            + " processor time a host counts as "
            + (least.equals(most) ? least : least + " to " + most)
            + " of a "
            + models.get(0).profile()
            + ", a core here taken for a core there; a whole one would carry as many times the"
            + " load. What they say is how settings compare, and nothing of a bill.");
  }

  /** What a comparison of clusters has in it besides the settings they differ in. */
  private static String betweenClusters(long clusters, boolean inTurn, boolean stopped) {
    String order =
        inTurn
            ? "The "
                + clusters
                + " clusters were up together and took turns in every block, all but one paused, so"
                + " what drifted touched all alike; but "
                + (stopped ? "in each session" : "each was started once, and")
                + " differences between them include"
            : "The "
                + clusters
                + " clusters were measured one after the other"
                + (stopped ? "" : ", each started once and measured in one go")
                + ", so differences between them include whatever drifted meanwhile, and";
    return order
        + " what differs between two starts of one cluster; such differences are claimed only from"
        + " several starts of each, which runs: restart-every brings.";
  }

  /** How long cells ran unmeasured; parts of a study may differ. */
  private static String warmUp(Study study) {
    List<Duration> times =
        study.cells().values().stream().map(RunSettings::warmUp).distinct().sorted().toList();
    String longest = Durations.format(times.get(times.size() - 1));
    return times.size() == 1 ? longest : Durations.format(times.get(0)) + " to " + longest;
  }

  /** What the request distributions really are; two of them bear names that promise otherwise. */
  private static List<String> requests(Study study) {
    return study.cells().values().stream()
        .map(settings -> settings.workload().requests())
        .distinct()
        .filter(requests -> !(requests instanceof RequestDistribution.Uniform))
        .map(
            requests ->
                "Requests were drawn as \""
                    + requests.name()
                    + "\" ("
                    + requests.description()
                    + "); stale-read rates depend on how hot the hottest rows are.")
        .toList();
  }

  private static boolean scans(Study study, List<RunResult> runs) {
    return study.cells().values().stream()
            .anyMatch(settings -> settings.workload().mix().scan() > 0)
        || runs.stream()
            .flatMap(run -> run.operations().stream())
            .anyMatch(operation -> operation.kind().equals("SCAN"));
  }

  private static boolean nothingStale(CellSummary cell) {
    return cell.staleness() != null
        && cell.staleness().reads() > 0
        && cell.staleness().staleReads() == 0;
  }
}
