package org.quorate.cli.progress;

import java.util.List;

/**
 * Sees what a terminal is shown. Returns at once and never throws. Called by one thread at once.
 */
public interface ProgressWatcher {
  /** The tasks that are under way, oldest first: told once a second at most. */
  void seen(List<TaskGlance> tasks);

  /** A task that has ended. */
  void ended(TaskGlance task);

  /** A line that stays. */
  void message(String line);
}
