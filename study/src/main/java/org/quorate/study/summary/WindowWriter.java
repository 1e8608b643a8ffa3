package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes in how many windows the tolerance was broken while a study's faults happened, a sentence
 * for all cells that had the same faults. Stateless.
 */
final class WindowWriter {
  private static final String POLICY = "policy";

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
    List<String> sentences = new ArrayList<>();
    bySetting.forEach((setting, judged) -> sentences.add(sentence(setting, judged)));
    return sentences;
  }

  private static String sentence(Map<String, String> setting, List<Judged> judged) {
    List<String> faults = judged.get(0).windows().faults().stream().map(CellFault::words).toList();
    return Phrases.context(setting)
        + (setting.isEmpty() ? "Windows" : "windows")
        + " in which the tolerance was broken, with "
        + Phrases.listed(faults)
        + ": "
        + judged.stream()
            .map(each -> each.policy() + " " + counts(each.windows()))
            .collect(Collectors.joining("; "))
        + ".";
  }

  private static String counts(CellWindows windows) {
    return Phrases.listed(
        windows.verdicts().stream()
            .map(
                verdict ->
                    NumberText.count(verdict.broken())
                        + " of "
                        + NumberText.count(verdict.windows())
                        + " of "
                        + verdict.seconds()
                        + " s")
            .toList());
  }
}
