package org.quorate.cli.progress;

import java.util.List;

/** How tasks are shown. Called by one thread at a time. */
sealed interface Display permits BarDisplay, LineDisplay, WatchedDisplay {
  /** Shows the tasks that are under way, oldest first. */
  void show(List<TaskState> tasks, long nowNanos);

  /** Shows that a task has ended, and what goes on without it. */
  void ended(TaskState task, List<TaskState> remaining, long nowNanos);

  /** Shows a line that stays. */
  void message(String line, List<TaskState> tasks, long nowNanos);
}
