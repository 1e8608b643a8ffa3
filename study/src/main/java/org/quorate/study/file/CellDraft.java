package org.quorate.study.file;

import java.util.function.Consumer;
import org.quorate.study.plan.RunSettings;

/**
 * A cell on its way from base settings to its own: factors change it one after the other, its
 * workload is read at the end.
 */
record CellDraft(RunSettings settings, WorkloadChoice workload) {
  CellDraft with(Consumer<RunSettings.Draft> change) {
    return new CellDraft(settings.with(change), workload);
  }
}
