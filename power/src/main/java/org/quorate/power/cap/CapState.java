package org.quorate.power.cap;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What must be known to undo a cap, written before anything is changed.
 *
 * @param by name of the {@link ProcessorCap}
 * @param share that was asked for
 * @param cappedAt when, as ISO 8601
 * @param processId of the process that the cap ends with; null where it stays until it is undone
 * @param processStartedAt when that process started, which tells it from a later one of the same id
 * @param processors the folder of the processors
 * @param previous by processor, such as {@code cpu0}, what was set before, in kHz
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record CapState(
    String by,
    double share,
    String cappedAt,
    @Nullable Long processId,
    @Nullable String processStartedAt,
    String processors,
    SortedMap<String, Long> previous) {
  /** Copies the values. */
  public CapState {
    previous = Collections.unmodifiableSortedMap(new TreeMap<>(previous));
  }

  /** How long a cap is to last. */
  public enum Lifetime {
    /** As long as this process; a later one restores what this one did not. */
    PROCESS,
    /** Until somebody undoes it. */
    UNTIL_RESTORED
  }

  static CapState of(
      String by,
      double share,
      Instant now,
      Lifetime lifetime,
      Path processors,
      SortedMap<String, Long> previous) {
    ProcessHandle self = ProcessHandle.current();
    boolean bound = lifetime == Lifetime.PROCESS;
    return new CapState(
        by,
        share,
        now.toString(),
        bound ? self.pid() : null,
        bound ? startOf(self) : null,
        processors.toAbsolutePath().toString(),
        previous);
  }

  private static String startOf(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  /** Whether the cap was to end with a process that has ended. */
  boolean isOrphan() {
    Long id = processId;
    return id != null
        && ProcessHandle.of(id)
            .filter(ProcessHandle::isAlive)
            .filter(process -> startOf(process).equals(processStartedAt))
            .isEmpty();
  }

  /** Whether another process that is alive wants the cap. */
  boolean isOfAnother() {
    Long id = processId;
    return id != null && id != ProcessHandle.current().pid() && !isOrphan();
  }
}
