package org.quorate.lab.backend;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.quorate.lab.engine.NodeListener;
import org.quorate.lab.engine.RunningNode;
import org.quorate.study.result.RunEvent;

/** Remembers when nodes died, so that a run can show it on its time line. Thread-safe. */
final class NodeEvents implements NodeListener {
  private record Death(long atNanos, String text) {}

  private final List<Death> deaths = new CopyOnWriteArrayList<>();

  @Override
  public void onNodeDied(RunningNode node, OptionalInt exitStatus, List<String> lastLogLines) {
    String status = exitStatus.isPresent() ? " with status " + exitStatus.getAsInt() : "";
    deaths.add(new Death(System.nanoTime(), node.name() + " died" + status + "."));
  }

  /** What happened between two instants of {@link System#nanoTime}. */
  List<RunEvent> between(long fromNanos, long toNanos) {
    List<RunEvent> events = new ArrayList<>();
    for (Death death : deaths) {
      if (death.atNanos() >= fromNanos && death.atNanos() <= toNanos) {
        events.add(new RunEvent((death.atNanos() - fromNanos) / 1e9, death.text()));
      }
    }
    return events;
  }
}
