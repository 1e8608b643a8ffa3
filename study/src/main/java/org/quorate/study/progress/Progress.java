package org.quorate.study.progress;

/**
 * Receives what long work tells of itself. Implementations are thread-safe and never throw: telling
 * must not disturb the work.
 */
public interface Progress {
  /**
   * Starts a task that is shown until it is closed.
   *
   * @param name what is being done, as a person would say it, for example "starting nodes"
   * @param total the amount of work, or 0 where it is unknown
   * @param unit what is counted, in the plural, for example "nodes" or "seconds"
   */
  Task start(String name, long total, String unit);

  /** A line that stays: something worth knowing that is not an error. */
  void message(String line);

  /** A progress that tells nobody. */
  static Progress silent() {
    return SilentProgress.INSTANCE;
  }

  /** One piece of work under way. Thread-safe. */
  interface Task extends AutoCloseable {
    /** The amount done so far, in the task's unit; never decreasing. */
    void advance(long done);

    /** So much was done before the task began, and says nothing of its pace. */
    default void begun(long done) {
      advance(done);
    }

    /** A short remark beside the bar, replacing the one before. */
    void detail(String text);

    /** A second of a load is over, whose task counts seconds. */
    default void second(LoadSecond second) {
      advance(second.second() + 1L);
      if (second.isWhole()) {
        detail(
            second.ok()
                + " op/s"
                + (second.failed() == 0 ? "" : ", " + second.failed() + " failed"));
      }
    }

    /** Ends the task, finished or not. */
    @Override
    void close();
  }
}
