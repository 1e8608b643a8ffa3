package org.quorate.study.summary;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.quorate.study.finding.Finding;
import org.quorate.study.finding.PilotOutcome;
import org.quorate.study.plan.Claim;
import org.quorate.study.plan.Design;
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
 * @param findings what the study set out to see, and whether it was seen; empty where it set out to
 *     see nothing in particular
 * @param pilot how the link delay was found, or null where there was no pilot
 * @param claims what others say on the matter
 * @param runs every run in the order it was run
 * @param complete whether every planned run has been measured
 * @param figures that the study sets out to draw, as far as something is known of them
 * @param claimVerdicts what the study says on all claims: those of the study, then those of its
 *     figures
 * @param design how the runs were ordered, and which of them count
 * @param steadyState whether the runs that count were warm
 * @param staticGains what each policy that adapts gained over the cheapest fixed level that keeps
 *     its tolerance; the one that sentences begin with comes first
 * @param distances how far each of them is from the best possible one
 * @param predictions how well staleness models predicted the stale-read rates of fixed levels
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
    List<Finding> findings,
    @Nullable PilotOutcome pilot,
    List<Claim> claims,
    List<RunResult> runs,
    boolean complete,
    List<FigureSummary> figures,
    List<ClaimVerdict> claimVerdicts,
    Design design,
    SteadyState steadyState,
    List<StaticGain> staticGains,
    BestDistances distances,
    StalePredictions predictions) {}
