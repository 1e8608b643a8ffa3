package org.quorate.study.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A study: a question, the cells that answer it, and how often each is run. Checked and complete:
 * every default is filled in and every cell has its settings.
 *
 * @param name short, fit for a folder's name
 * @param title one line for people
 * @param question what the study asks, or empty
 * @param backend name of the backend that runs it
 * @param factors the factors that vary with their levels, in the order of the file; empty where one
 *     cell is run
 * @param cells every combination of factor levels with its settings, the last factor changing
 *     fastest; {@link RunSettings#seed()} is the study's own seed
 * @param baseline factor to the level that other levels of it are compared with; empty without
 *     factors
 * @param repetitions runs of each cell, at least 1
 * @param seed of the order of runs, of workloads and of arrivals
 * @param expectations what the study sets out to see
 * @param pilot how a link delay is found at which the expectations hold, or null for no pilot
 * @param doesNotShow sentences on what the study does not show
 * @param claims what others say on the matter
 * @param settings base settings for people, name to value, in reading order
 * @param notes sentences on how overrides were understood
 */
public record Study(
    String name,
    String title,
    String question,
    String backend,
    Map<String, List<String>> factors,
    Map<Cell, RunSettings> cells,
    Map<String, String> baseline,
    int repetitions,
    long seed,
    List<Expectation> expectations,
    @Nullable PilotSettings pilot,
    List<String> doesNotShow,
    List<Claim> claims,
    Map<String, String> settings,
    List<String> notes) {
  public Study {
    factors = Collections.unmodifiableMap(new LinkedHashMap<>(factors));
    cells = Collections.unmodifiableMap(new LinkedHashMap<>(cells));
    baseline = Collections.unmodifiableMap(new LinkedHashMap<>(baseline));
    expectations = List.copyOf(expectations);
    doesNotShow = List.copyOf(doesNotShow);
    claims = List.copyOf(claims);
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    notes = List.copyOf(notes);
  }

  /** The same study with another link delay in every cell. */
  public Study withLinkDelay(String delay) {
    Map<Cell, RunSettings> changed = new LinkedHashMap<>();
    cells.forEach((cell, run) -> changed.put(cell, run.withLinkDelay(delay)));
    Map<String, String> changedSettings = new LinkedHashMap<>(settings);
    changedSettings.replace("link delay", delay);
    return new Study(
        name,
        title,
        question,
        backend,
        factors,
        changed,
        baseline,
        repetitions,
        seed,
        expectations,
        pilot,
        doesNotShow,
        claims,
        changedSettings,
        notes);
  }
}
