package org.quorate.study.summary;

import java.util.List;
import java.util.Map;
import org.quorate.study.result.Environment;
import org.quorate.study.result.RunResult;

/**
 * A whole study, ready to be drawn.
 *
 * @param name the study's name
 * @param title one line for people
 * @param question what the study asks
 * @param verdict the answer, first sentence first
 * @param caveats what this study does not show, each a sentence
 * @param command the command that runs it again
 * @param settings base settings, workload properties and seed, name to value, in reading order
 * @param studyFile the study file's own text
 * @param environment where it ran
 * @param factors the factors that vary, with their levels in order
 * @param cells in the order of the study file
 * @param differences between cells
 * @param runs every run in the order it was run
 * @param complete whether every planned run has been measured
 */
public record StudySummary(
    String name,
    String title,
    String question,
    List<String> verdict,
    List<String> caveats,
    String command,
    Map<String, String> settings,
    String studyFile,
    Environment environment,
    Map<String, List<String>> factors,
    List<CellSummary> cells,
    List<Difference> differences,
    List<RunResult> runs,
    boolean complete) {}
