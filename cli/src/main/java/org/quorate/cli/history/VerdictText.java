package org.quorate.cli.history;

import java.util.Locale;
import java.util.Map;
import org.quorate.core.level.Level;
import org.quorate.study.history.HistoryVerdict;
import org.quorate.study.history.HistoryVerdict.LevelVerdict;
import org.quorate.study.history.HistoryVerdict.StaleRateOverBlocks;
import org.quorate.study.history.StalenessSummary;

/** What a check found, in lines for people. Pure. */
final class VerdictText {
  private VerdictText() {}

  static String of(HistoryVerdict verdict) {
    StringBuilder text = new StringBuilder();
    StalenessSummary all = verdict.all();
    line(text, "reads", number(all.reads()));
    line(text, "stale reads", staleReads(all));
    StalenessSummary.VersionsBehind versions = all.kStaleness();
    if (versions != null) {
      line(
          text,
          "  versions behind",
          String.format(
              Locale.ROOT,
              "median %d, p99 %d, most %d",
              versions.p50(),
              versions.p99(),
              versions.max()));
    }
    StalenessSummary.MillisBehind time = all.tStalenessMs();
    if (time != null) {
      line(
          text,
          "  time behind",
          String.format(
              Locale.ROOT,
              "median %.3g ms, p99 %.3g ms, longest %.3g ms",
              time.p50(),
              time.p99(),
              time.max()));
    }
    if (all.undecidedReads() > 0) {
      line(text, "  stale or not by clocks' bounds", number(all.undecidedReads()) + " more");
    }
    line(text, "read-your-writes violations", number(all.readYourWritesViolations()));
    line(text, "monotonic-reads violations", number(all.monotonicReadsViolations()));
    line(text, "reads of unknown versions", number(all.unknownVersions()));
    line(text, "writes of a version used before", number(verdict.duplicateVersions()));
    line(text, "reads without a row", number(all.readsWithoutRow()));
    line(text, "failed reads", number(all.failedReads()));
    line(
        text,
        "writes",
        String.format(
            Locale.ROOT,
            "%s, of them %s timed out and %s failed",
            number(all.writes()),
            number(all.timedOutWrites()),
            number(all.failedWrites())));
    for (Map.Entry<Level, LevelVerdict> level : verdict.byLevel().entrySet()) {
      if (level.getValue().all().reads() > 0) {
        line(text, "stale reads at " + level.getKey(), atLevel(level.getValue()));
      }
    }
    verdict.byFile().stream()
        .filter(HistoryVerdict.FileVerdict::truncated)
        .forEach(file -> line(text, "cut off, judged as far as it goes", file.file()));
    return text.toString();
  }

  private static String staleReads(StalenessSummary part) {
    Double rate = part.staleRate();
    return rate == null
        ? number(part.staleReads())
        : String.format(
            Locale.ROOT,
            "%s, %s of the reads (95 %% interval %s to %s, reads taken as independent)",
            number(part.staleReads()),
            percent(rate),
            percent(part.staleRateLow()),
            percent(part.staleRateHigh()));
  }

  private static String atLevel(LevelVerdict level) {
    StaleRateOverBlocks blocks = level.blocks();
    Double rate = level.all().staleRate();
    String text =
        String.format(
            Locale.ROOT,
            "%s of %s reads, %s",
            number(level.all().staleReads()),
            number(level.all().reads()),
            percent(rate == null ? 0 : rate));
    return blocks == null ? text : text + overBlocks(blocks);
  }

  private static String overBlocks(StaleRateOverBlocks blocks) {
    Double low = blocks.low();
    Double high = blocks.high();
    String interval =
        low == null || high == null
            ? ", the same in each, so no interval"
            : blocks.interval() == HistoryVerdict.IntervalMethod.RULE_OF_THREE
                ? ", at most " + percent(high) + " by the rule of three, reads taken as independent"
                : ", 95 % interval " + percent(low) + " to " + percent(high);
    return " (mean over " + blocks.blocks() + " files " + percent(blocks.mean()) + interval + ")";
  }

  private static void line(StringBuilder text, String name, String value) {
    text.append(String.format(Locale.ROOT, "%-36s %s%n", name, value));
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  private static String percent(double share) {
    return share == 0 ? "0 %" : String.format(Locale.ROOT, "%.3g %%", share * 100);
  }
}
