package org.quorate.study.comparison;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.quorate.study.comparison.StudyComparison.LeftOut;
import org.quorate.study.comparison.StudyComparison.MeasureComparison;
import org.quorate.study.comparison.StudyComparison.Side;
import org.quorate.study.measure.Measure;
import org.quorate.study.plan.Cell;
import org.quorate.study.plan.PowerSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.EnergyResult;
import org.quorate.study.result.HostResult;
import org.quorate.study.result.OperationResult;
import org.quorate.study.result.RunResult;

/**
 * Compares the cells that two studies have in common, in throughput, response time, stale rate and
 * energy per operation. Joules are compared only where both studies have them from the same source:
 * estimated ones never with measured ones, nor those of one scope with those of another. Pure.
 */
public final class StudyComparisons {
  private static final List<Measure> MEASURES =
      List.of(
          Measure.THROUGHPUT,
          Measure.RESPONSE_P99,
          Measure.STALE_RATE,
          Measure.ENERGY_PER_OPERATION);

  private final ComparedStudy first;
  private final ComparedStudy second;
  private final Map<Cell, List<RunResult>> ofFirst;
  private final Map<Cell, List<RunResult>> ofSecond;
  private final List<LeftOut> leftOut = new ArrayList<>();
  private final List<Cell> common = new ArrayList<>();
  private final List<String> remarks = new ArrayList<>();

  private StudyComparisons(ComparedStudy first, ComparedStudy second) {
    this.first = first;
    this.second = second;
    this.ofFirst = byCell(first.runs());
    this.ofSecond = byCell(second.runs());
    match();
  }

  /** The second study against the first; without a cell in common there are no measures. */
  public static StudyComparison of(ComparedStudy first, ComparedStudy second) {
    return new StudyComparisons(first, second).comparison();
  }

  private static Map<Cell, List<RunResult>> byCell(List<RunResult> runs) {
    Map<Cell, List<RunResult>> byCell = new LinkedHashMap<>();
    for (RunResult run : runs) {
      byCell.computeIfAbsent(new Cell(run.cell()), cell -> new ArrayList<>()).add(run);
    }
    return byCell;
  }

  private void match() {
    Set<Cell> others = second.study().cells().keySet();
    for (Cell cell : first.study().cells().keySet()) {
      if (!others.contains(cell)) {
        leaveOut(cell, "only the first study has it");
      } else if (!ofFirst.containsKey(cell)) {
        leaveOut(cell, "the first study has no run of it yet");
      } else if (!ofSecond.containsKey(cell)) {
        leaveOut(cell, "the second study has no run of it yet");
      } else {
        common.add(cell);
      }
    }
    others.stream()
        .filter(cell -> !first.study().cells().containsKey(cell))
        .forEach(cell -> leaveOut(cell, "only the second study has it"));
  }

  private void leaveOut(Cell cell, String reason) {
    leftOut.add(new LeftOut(cell.levels(), cell.label(), reason));
  }

  private StudyComparison comparison() {
    List<MeasureComparison> measures = new ArrayList<>();
    for (Measure measure : MEASURES) {
      compare(measure).ifPresent(measures::add);
    }
    if (!measures.isEmpty()) {
      remarks.add(
          "The runs of the first study come from "
              + starts(ofFirst)
              + ", those of the second from "
              + starts(ofSecond)
              + "; what differs between two starts of one cluster is in the differences, and not in"
              + " their intervals.");
    }
    return new StudyComparison(
        side(first),
        side(second),
        new SettingDifferences(first, second, common).all(),
        leftOut,
        measures,
        remarks);
  }

  /** {@code 2 starts of clusters}. */
  private String starts(Map<Cell, List<RunResult>> study) {
    long starts = runs(study).map(RunResult::session).distinct().count();
    return starts == 1 ? "one start of a cluster" : starts + " starts of clusters";
  }

  private static Side side(ComparedStudy study) {
    return new Side(study.place(), study.study().name(), study.measured(), study.study().runs());
  }

  /** Nothing where no cell has the measure in both studies. */
  private Optional<MeasureComparison> compare(Measure measure) {
    List<RunResult> all = Stream.of(ofFirst, ofSecond).flatMap(this::runs).toList();
    TwoGroups groups = new TwoGroups(measure, OperationResult.mainKind(all));
    boolean knownOfFirst = false;
    boolean knownOfSecond = false;
    for (Cell cell : common) {
      List<RunResult> one = ofFirst.getOrDefault(cell, List.of());
      List<RunResult> two = ofSecond.getOrDefault(cell, List.of());
      knownOfFirst |= groups.isKnown(one);
      knownOfSecond |= groups.isKnown(two);
      groups.add(cell, one, two);
    }
    if (groups.isEmpty()) {
      if (knownOfFirst != knownOfSecond) {
        remarks.add(onlyOne(measure, knownOfFirst));
      }
      return Optional.empty();
    }
    String refusal = measure.isEnergy() ? refusal() : "";
    return Optional.of(
        refusal.isEmpty()
            ? new MeasureComparison(groups.name(), null, groups.relativeError(), groups.compare())
            : new MeasureComparison(groups.name(), refusal, measure.largestError(all), List.of()));
  }

  private static String onlyOne(Measure measure, boolean isFirst) {
    String known =
        "Only the " + (isFirst ? "first" : "second") + " study knows the " + measure.comparedAs();
    String other = isFirst ? "second" : "first";
    return switch (measure) {
      case STALE_RATE ->
          known
              + "; the "
              + other
              + " took no histories, or they have not been judged yet (render its report again).";
      case ENERGY_PER_OPERATION ->
          known + "; the " + other + " did not account for energy in these cells.";
      default -> known + " of these cells.";
    };
  }

  private Stream<RunResult> runs(Map<Cell, List<RunResult>> study) {
    return common.stream().flatMap(cell -> study.getOrDefault(cell, List.of()).stream());
  }

  private List<EnergyResult> energies(Map<Cell, List<RunResult>> study) {
    return runs(study).map(RunResult::energy).flatMap(Stream::ofNullable).toList();
  }

  /** Why joules of the two are not comparable; empty where they are. */
  private String refusal() {
    List<EnergyResult> one = energies(ofFirst);
    List<EnergyResult> two = energies(ofSecond);
    Set<String> originsOfOne = origins(one);
    Set<String> originsOfTwo = origins(two);
    if (!originsOfOne.equals(originsOfTwo) || originsOfOne.size() > 1) {
      return "Energy is not compared: the joules of the first study are "
          + String.join(" and ", originsOfOne)
          + ", those of the second "
          + String.join(" and ", originsOfTwo)
          + ", and estimated joules are never held against measured ones.";
    }
    Set<String> scopesOfOne = scopes(one);
    Set<String> scopesOfTwo = scopes(two);
    if (!scopesOfOne.equals(scopesOfTwo)) {
      return "Energy is not compared: the joules of the first study are those of "
          + String.join(", ", scopesOfOne)
          + ", those of the second of "
          + String.join(", ", scopesOfTwo)
          + ", which are different things.";
    }
    boolean firstGoesOn = one.stream().anyMatch(each -> each.after() != null);
    if (firstGoesOn != two.stream().anyMatch(each -> each.after() != null)) {
      return "Energy is not compared: the joules of the "
          + (firstGoesOn ? "first" : "second")
          + " study include those after its runs until servers were quiet, and those of the other"
          + " end with its runs.";
    }
    if (originsOfOne.contains(HostResult.ESTIMATED)
        && one.stream().anyMatch(EnergyResult::countsShares)
            != two.stream().anyMatch(EnergyResult::countsShares)) {
      boolean first = one.stream().anyMatch(EnergyResult::countsShares);
      return "Energy is not compared: the "
          + (first ? "second" : "first")
          + " study is of a version that estimated every host as a whole one, the "
          + (first ? "first" : "second")
          + " counts shares by the hosts' quotas.";
    }
    if (originsOfOne.contains(HostResult.ESTIMATED)) {
      remarkOnProfiles();
    }
    return "";
  }

  private void remarkOnProfiles() {
    Set<String> profilesOfOne = profiles(first);
    Set<String> profilesOfTwo = profiles(second);
    if (!profilesOfOne.equals(profilesOfTwo)) {
      remarks.add(
          "The joules of the two studies were estimated by different power models ("
              + String.join(", ", profilesOfOne)
              + " and "
              + String.join(", ", profilesOfTwo)
              + "), so their ratio may be one of the models and not of the stores.");
    }
  }

  private Set<String> profiles(ComparedStudy study) {
    Set<String> profiles = new TreeSet<>();
    for (Cell cell : common) {
      RunSettings settings = study.study().cells().get(cell);
      PowerSettings power = settings == null ? null : settings.power();
      if (power != null) {
        profiles.add(power.profile());
      }
    }
    return profiles;
  }

  private static Set<String> origins(List<EnergyResult> energies) {
    Set<String> origins = new TreeSet<>();
    energies.forEach(
        energy -> origins.add(energy.isEstimated() ? HostResult.ESTIMATED : HostResult.MEASURED));
    return origins;
  }

  private static Set<String> scopes(List<EnergyResult> energies) {
    Set<String> scopes = new TreeSet<>();
    energies.stream()
        .flatMap(energy -> energy.hosts().stream())
        .flatMap(host -> host.channels().stream())
        .filter(HostResult.ChannelResult::counted)
        .forEach(channel -> scopes.add(channel.scope()));
    return scopes;
  }
}
