package org.quorate.study.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.quorate.study.result.AfterResult;
import org.quorate.study.result.EnergyResult;

/** What readers must know of the energy that came after the runs of a cell. Stateless. */
final class AfterNotes {
  private AfterNotes() {}

  /**
   * How much it was, and whether servers were quiet at last; nothing where nobody waited for them.
   *
   * @param label of the cell
   */
  static List<String> of(String label, List<EnergyResult> energies) {
    List<AfterResult> after =
        energies.stream().map(EnergyResult::after).filter(Objects::nonNull).toList();
    List<String> notes = new ArrayList<>();
    if (!after.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "Of the joules of %s %.1f %% came after its runs, in %.1f s on average, until servers"
                  + " were quiet.",
              label,
              100
                  * after.stream().mapToDouble(each -> each.energy().joules()).sum()
                  / energies.stream().mapToDouble(EnergyResult::joules).sum(),
              after.stream().mapToDouble(each -> each.energy().seconds()).average().orElse(0)));
    }
    List<String> left = after.stream().map(AfterResult::left).filter(Objects::nonNull).toList();
    if (!left.isEmpty()) {
      notes.add(
          String.format(
              Locale.ROOT,
              "After %d of %d runs (%s) servers were not quiet in time, and what they did later is"
                  + " not counted: %s.",
              left.size(),
              after.size(),
              label,
              left.get(left.size() - 1)));
    }
    after.forEach(each -> each.energy().hosts().forEach(host -> notes.addAll(host.notes())));
    return notes;
  }
}
