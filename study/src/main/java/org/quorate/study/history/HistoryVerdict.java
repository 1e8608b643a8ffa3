package org.quorate.study.history;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.quorate.core.level.Level;
import org.quorate.core.oracle.Judgement;
import org.quorate.core.oracle.Staleness;
import org.quorate.core.oracle.TimeLine;
import org.quorate.core.statistics.BlockMean;
import org.quorate.core.statistics.Interval;

/**
 * What the check of one or several histories found. Its JSON form has the same names in snake case,
 * with the fields of {@link #all} at the top.
 *
 * @param judgement everything that was found, group i being the i-th file; not in the JSON form
 * @param all the operations of all files and levels
 * @param byLevel what was found at each level that operations were sent at
 * @param byFile what was found in each file, in the order in which they were given
 * @param duplicateVersions writes whose version an earlier write of the same key has too; versions
 *     are meant to be unique
 * @param temporaryFiles whether the histories were too large for the memory that the check may use
 */
public record HistoryVerdict(
    @JsonIgnore Judgement judgement,
    @JsonUnwrapped StalenessSummary all,
    Map<Level, LevelVerdict> byLevel,
    List<FileVerdict> byFile,
    long duplicateVersions,
    boolean temporaryFiles) {
  private static final double CONFIDENCE = 0.95;
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  /**
   * Summarises a judgement in which group i is the i-th file.
   *
   * @param alike whether the files were measured under the same settings, so that they are blocks
   */
  static HistoryVerdict of(
      List<Path> files,
      List<Boolean> truncated,
      Judgement judgement,
      boolean temporaryFiles,
      boolean alike) {
    Map<Level, LevelVerdict> levels = new EnumMap<>(Level.class);
    judgement
        .byLevel()
        .forEach(
            (level, staleness) ->
                levels.put(
                    level,
                    new LevelVerdict(
                        StalenessSummary.of(staleness),
                        alike ? overBlocks(judgement, level) : null)));
    List<FileVerdict> parts = new ArrayList<>();
    for (int group = 0; group < files.size(); group++) {
      Map<Level, StalenessSummary> levelsOfFile = new EnumMap<>(Level.class);
      judgement
          .byGroup()
          .getOrDefault(group, Map.of())
          .forEach((level, staleness) -> levelsOfFile.put(level, StalenessSummary.of(staleness)));
      TimeLine line = judgement.timeLines().get(group);
      parts.add(
          new FileVerdict(
              files.get(group).toString(),
              truncated.get(group),
              StalenessSummary.of(judgement.group(group)),
              levelsOfFile,
              line == null ? null : TimeLineVerdict.of(line)));
    }
    return new HistoryVerdict(
        judgement,
        StalenessSummary.of(judgement.total()),
        levels,
        parts,
        judgement.duplicateVersions(),
        temporaryFiles);
  }

  private static @Nullable StaleRateOverBlocks overBlocks(Judgement judgement, Level level) {
    List<Staleness> blocks =
        judgement.byGroup().values().stream()
            .map(levels -> levels.getOrDefault(level, Staleness.NONE))
            .filter(staleness -> staleness.reads() > 0)
            .toList();
    return blocks.size() < 2 ? null : StaleRateOverBlocks.of(blocks);
  }

  /** The verdict as JSON, on several lines. */
  public String toJson() {
    try {
      return JSON.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A verdict cannot be written as JSON.", e);
    }
  }

  /**
   * What was found at one level.
   *
   * @param all the operations of all files at this level
   * @param blocks the stale rate over blocks, with its interval, where at least two files have
   *     reads at this level; each such file is a block. Stale reads come in clusters, so this
   *     interval is the one to go by. Null too where files were measured under different settings
   */
  public record LevelVerdict(
      @JsonUnwrapped StalenessSummary all, @Nullable StaleRateOverBlocks blocks) {}

  /** How the interval of a rate over blocks was made. */
  public enum IntervalMethod {
    /** Student's t over the rates of the blocks, cut to [0, 1]. */
    @JsonProperty("student-t")
    STUDENT_T,
    /**
     * 0 to 3 / reads, where no read was stale: the rule of three (Hanley and Lippman-Hand, JAMA
     * 249, 1983), which takes reads to be independent.
     */
    @JsonProperty("rule-of-three")
    RULE_OF_THREE,
    /** None: all blocks have the same rate, so their spread says nothing. */
    @JsonProperty("none")
    NONE
  }

  /**
   * The mean of the stale rates of blocks, with a 95 % interval where there can be one.
   *
   * @param blocks how many, at least 2
   * @param low null where there is no interval
   * @param high null where there is no interval
   */
  public record StaleRateOverBlocks(
      int blocks,
      double mean,
      double standardDeviation,
      @Nullable Double low,
      @Nullable Double high,
      IntervalMethod interval) {
    private static final double RULE_OF_THREE = 3;

    /** Over parts that all have reads. */
    static StaleRateOverBlocks of(List<Staleness> parts) {
      BlockMean mean = BlockMean.of(parts.stream().map(Staleness::staleRate).toList(), CONFIDENCE);
      if (parts.stream().allMatch(part -> part.staleReads() == 0)) {
        long reads = parts.stream().mapToLong(Staleness::reads).sum();
        return new StaleRateOverBlocks(
            parts.size(),
            0,
            0,
            0.0,
            Math.min(1, RULE_OF_THREE / reads),
            IntervalMethod.RULE_OF_THREE);
      }
      if (mean.standardDeviation() == 0) {
        return new StaleRateOverBlocks(
            parts.size(), mean.mean(), 0, null, null, IntervalMethod.NONE);
      }
      Interval interval = mean.interval().within(0, 1);
      return new StaleRateOverBlocks(
          parts.size(),
          mean.mean(),
          mean.standardDeviation(),
          interval.low(),
          interval.high(),
          IntervalMethod.STUDENT_T);
    }
  }

  /**
   * What was found in one file.
   *
   * @param truncated whether the file is cut off and was judged as far as it goes
   * @param timeLine null unless a time line was asked for and the file has reads
   */
  public record FileVerdict(
      String file,
      boolean truncated,
      @JsonUnwrapped StalenessSummary all,
      Map<Level, StalenessSummary> byLevel,
      @Nullable TimeLineVerdict timeLine) {}

  /**
   * Reads and stale reads by the instant of invocation.
   *
   * @param startNs where the first bucket starts, on the history's clock
   * @param bucketNs the width of a bucket
   */
  public record TimeLineVerdict(
      long startNs, long bucketNs, List<Long> reads, List<Long> staleReads) {
    static TimeLineVerdict of(TimeLine line) {
      return new TimeLineVerdict(
          line.startNanos(),
          line.bucketNanos(),
          IntStream.range(0, line.buckets()).mapToObj(line::reads).toList(),
          IntStream.range(0, line.buckets()).mapToObj(line::staleReads).toList());
    }
  }
}
