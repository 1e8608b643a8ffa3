package org.quorate.study.plan;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A study: a question, the cells that answer it, and how often each is run. Checked and complete:
 * every default is filled in and every cell has its settings.
 *
 * @param name short, fit for a folder's name
 * @param title one line for people
 * @param question what the study asks, or empty
 * @param backend name of the backend that runs it
 * @param parts the sets of cells, at least one, in the order of the file
 * @param factors the factors that vary in any part with their levels, in the order of appearance;
 *     empty where one cell is run
 * @param cells the cells of all parts in order, each once, with its settings; {@link
 *     RunSettings#seed()} is the study's own seed
 * @param baselines what other cells are compared with, each a factor to its level: a cell that has
 *     these factors is compared with the cell that has these levels and otherwise its own; the
 *     first is the one that sentences speak of; empty without factors
 * @param seed of the order of runs, of workloads and of arrivals
 * @param design order of the runs, and which of them count
 * @param expectations what the study sets out to see
 * @param pilot how a link delay is found at which the expectations hold, or null for no pilot
 * @param doesNotShow sentences on what the study does not show
 * @param claims what others say on the matter
 * @param figures what the study sets out to draw
 * @param settings base settings for people, name to value, in reading order
 * @param notes sentences on how overrides were understood
 */
public record Study(
    String name,
    String title,
    String question,
    String backend,
    List<Part> parts,
    Map<String, List<String>> factors,
    Map<Cell, RunSettings> cells,
    List<Map<String, String>> baselines,
    long seed,
    Design design,
    List<Expectation> expectations,
    @Nullable PilotSettings pilot,
    List<String> doesNotShow,
    List<Claim> claims,
    List<Figure> figures,
    Map<String, String> settings,
    List<String> notes) {
  public Study {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    parts = List.copyOf(parts);
    baselines =
        baselines.stream()
            .map(baseline -> Collections.unmodifiableMap(new LinkedHashMap<>(baseline)))
            .toList();
    figures = List.copyOf(figures);
    expectations = List.copyOf(expectations);
    doesNotShow = List.copyOf(doesNotShow);
    claims = List.copyOf(claims);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    notes = List.copyOf(notes);
  }

  /** Whether it runs on a cluster that is there already, on other computers than the load's. */
  public boolean isRemote() {
    return backend.equals(RemoteSettings.BACKEND);
  }

  /**
   * The largest stale-read rate that a cell is judged by: what its policy states, else what its
   * part or the study does, else the one that all policies of its part state that adapt, so that
   * fixed levels are held to the same.
   *
   * @return between 0 and 1; empty where there is no such rate, or more than one
   */
  public OptionalDouble tolerance(Cell cell) {
    OptionalDouble own = acceptedRate(cell);
    Part part = parts.stream().filter(each -> each.cells().contains(cell)).findFirst().orElse(null);
    if (own.isPresent() || part == null) {
      return own;
    }
    Double stated = part.tolerance();
    if (stated != null) {
      return OptionalDouble.of(stated);
    }
    double[] others =
        part.cells().stream()
            .map(this::acceptedRate)
            .flatMapToDouble(OptionalDouble::stream)
            .distinct()
            .toArray();
    return others.length == 1 ? OptionalDouble.of(others[0]) : OptionalDouble.empty();
  }

  private OptionalDouble acceptedRate(Cell cell) {
    RunSettings run = cells.get(cell);
    return run == null ? OptionalDouble.empty() : run.readPolicy().acceptedRate();
  }

  /** How often a cell of the study is run. */
  public int repetitions(Cell cell) {
    return parts.stream()
        .filter(part -> part.cells().contains(cell))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("The study has no cell " + cell.label()))
        .repetitions();
  }

  /** How often the cells are run that are run most often. */
  public int repetitions() {
    return parts.stream().mapToInt(Part::repetitions).max().orElse(0);
  }

  /** Runs of all cells. */
  public int runs() {
    return cells.keySet().stream().mapToInt(this::repetitions).sum();
  }

  /** How long all runs are measured together, without warming up, settling and pilot. */
  public Duration measuring() {
    Duration sum = Duration.ZERO;
    for (Map.Entry<Cell, RunSettings> cell : cells.entrySet()) {
      sum = sum.plus(cell.getValue().duration().multipliedBy(repetitions(cell.getKey())));
    }
    return sum;
  }

  /** Runs that end with their operations or rows, so that nobody knows how long they take. */
  public int runsOfUnknownLength() {
    return cells.entrySet().stream()
        .filter(cell -> cell.getValue().isOfUnknownLength())
        .mapToInt(cell -> repetitions(cell.getKey()))
        .sum();
  }

  /**
   * How long all cells warm up and all runs settle and are measured together: what a study takes at
   * least, without starting clusters, loading tables, a pilot, what lies between runs and
   * {@linkplain #runsOfUnknownLength() runs of unknown length}.
   */
  public Duration busy() {
    Duration sum = Duration.ZERO;
    for (Map.Entry<Cell, RunSettings> cell : cells.entrySet()) {
      RunSettings run = cell.getValue();
      Duration measured = run.isOfUnknownLength() ? Duration.ZERO : run.duration();
      sum =
          sum.plus(run.warmUp())
              .plus(run.settle().plus(measured).multipliedBy(repetitions(cell.getKey())));
    }
    return sum;
  }

  /** The same study with another link delay in every cell. */
  public Study withLinkDelay(String delay) {
    Map<Cell, RunSettings> changed = new LinkedHashMap<>();
    cells.forEach((cell, run) -> changed.put(cell, run.with(draft -> draft.linkDelay = delay)));
    Map<String, String> changedSettings = new LinkedHashMap<>(settings);
    changedSettings.replace("link delay", delay);
    return new Study(
        name,
        title,
        question,
        backend,
        parts,
        factors,
        changed,
        baselines,
        seed,
        design,
        expectations,
        pilot,
        doesNotShow,
        claims,
        figures,
        changedSettings,
        notes);
  }
}
