package org.quorate.study.analysis;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.quorate.study.summary.CellFault;
import org.quorate.study.summary.CellSummary;
import org.quorate.study.summary.CellWindows;
import org.quorate.study.summary.NumberText;
import org.quorate.study.summary.WindowVerdict;

/**
 * Writes in how many windows the tolerance was broken in runs with faults: a sentence for all cells
 * that had the same faults or, where these are many, one for all. Stateless.
 */
final class WindowWriter {
  private static final String POLICY = "policy";
  private static final int MOST_SENTENCES = 2;

  private WindowWriter() {}

  private record Judged(String policy, CellWindows windows) {}

  /** None for a study without faults, or without a tolerance. */
  static List<String> sentences(List<CellSummary> cells) {
    Map<Map<String, String>, List<Judged>> bySetting = new LinkedHashMap<>();
    for (CellSummary cell : cells) {
      CellWindows windows = cell.windows();
      if (windows != null && !windows.faults().isEmpty() && !windows.verdicts().isEmpty()) {
        Map<String, String> setting = new LinkedHashMap<>(cell.cell());
        String policy = setting.remove(POLICY);
        bySetting
            .computeIfAbsent(setting, any -> new ArrayList<>())
            .add(new Judged(policy == null ? cell.label() : policy, windows));
      }
    }
    if (bySetting.size() > MOST_SENTENCES) {
      return List.of(sum(bySetting));
    }
    List<String> sentences = new ArrayList<>();
    bySetting.forEach((setting, judged) -> sentences.add(sentence(setting, judged)));
    return sentences;
  }

  /** Each policy over all settings. */
  private static String sum(Map<Map<String, String>, List<Judged>> bySetting) {
    Map<String, List<WindowVerdict>> byPolicy = new LinkedHashMap<>();
    for (List<Judged> setting : bySetting.values()) {
      for (Judged each : setting) {
        byPolicy
            .computeIfAbsent(each.policy(), any -> new ArrayList<>())
            .addAll(each.windows().verdicts());
      }
    }
    return "Windows in which the tolerance was broken, over "
        + bySetting.size()
        + " settings with faults: "
        + byPolicy.entrySet().stream()
            .map(each -> each.getKey() + " " + counts(each.getValue()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String sentence(Map<String, String> setting, List<Judged> judged) {
    List<String> faults = judged.get(0).windows().faults().stream().map(CellFault::words).toList();
    return Phrases.context(setting)
        + (setting.isEmpty() ? "Windows" : "windows")
        + " in which the tolerance was broken, with "
        + Phrases.listed(faults)
        + ": "
        + judged.stream()
            .map(each -> each.policy() + " " + counts(each.windows().verdicts()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  /** By width, added up. */
  private static String counts(List<WindowVerdict> verdicts) {
    List<String> words = new ArrayList<>();
    for (int width : WindowVerdict.WIDTHS) {
      List<WindowVerdict> ofWidth =
          verdicts.stream().filter(verdict -> verdict.seconds() == width).toList();
      if (!ofWidth.isEmpty()) {
        words.add(
            NumberText.count(ofWidth.stream().mapToLong(WindowVerdict::broken).sum())
                + " of "
                + NumberText.count(ofWidth.stream().mapToLong(WindowVerdict::windows).sum())
                + " of "
                + width
                + " s");
      }
    }
    return Phrases.listed(words);
  }
}
