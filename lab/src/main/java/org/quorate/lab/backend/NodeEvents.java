package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.quorate.lab.engine.NodeState;
import org.quorate.lab.engine.ProcessListener;
import org.quorate.lab.engine.RunningProcess;
import org.quorate.study.result.RunEvent;

/**
 * Remembers when nodes and services ended: on purpose, as by {@code quorate cluster kill}, which a
 * run shows on its time line; or by themselves, which ends the study. Thread-safe.
 */
final class NodeEvents implements ProcessListener {
  /** Said by Java when it ends a server whose heap has no room. */
  private static final String OUT_OF_MEMORY = "OutOfMemoryError";

  private record End(long atNanos, String text) {}

  private final List<End> ends = new CopyOnWriteArrayList<>();
  private final List<String> deaths = new CopyOnWriteArrayList<>();

  @Override
  public void onProcessEnded(
      RunningProcess process, OptionalInt exitStatus, List<String> lastLogLines) {
    boolean onPurpose = process.state() == NodeState.STOPPED;
    String text =
        process.name()
            + (onPurpose ? " was ended on purpose" : " died" + why(exitStatus, lastLogLines));
    ends.add(new End(System.nanoTime(), text + "."));
    if (!onPurpose) {
      deaths.add(text + "; see its log " + process.log() + ".");
    }
  }

  private static String why(OptionalInt exitStatus, List<String> lastLogLines) {
    boolean isOfMemory = lastLogLines.stream().anyMatch(line -> line.contains(OUT_OF_MEMORY));
    return (exitStatus.isPresent() ? " with status " + exitStatus.getAsInt() : "")
        + (isOfMemory ? " since its heap is too small" : "");
  }

  /** What happened between two instants of {@link System#nanoTime}. */
  List<RunEvent> between(long fromNanos, long toNanos) {
    List<RunEvent> events = new ArrayList<>();
    for (End end : ends) {
      if (end.atNanos() >= fromNanos && end.atNanos() <= toNanos) {
        events.add(new RunEvent((end.atNanos() - fromNanos) / 1e9, end.text()));
      }
    }
    return events;
  }

  /** The first process that ended though nobody asked it to, and its log, in one sentence. */
  Optional<String> death() {
    return deaths.stream().findFirst();
  }
}
