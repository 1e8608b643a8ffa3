package org.quorate.study.file;

import java.util.function.UnaryOperator;
import org.quorate.study.plan.RunSettings;

/**
 * A cell on its way from base settings to its own: factors change it one after the other, its
 * workload is read at the end.
 */
record CellDraft(RunSettings settings, WorkloadChoice workload) {
  CellDraft with(UnaryOperator<RunSettings> change) {
    return new CellDraft(change.apply(settings), workload);
  }
}
