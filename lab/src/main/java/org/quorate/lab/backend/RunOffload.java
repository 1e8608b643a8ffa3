package org.quorate.lab.backend;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.quorate.lab.store.LaneStores;
import org.quorate.load.LoadOutcome;
import org.quorate.study.backend.BackendException;
import org.quorate.study.plan.OffloadSettings;
import org.quorate.study.plan.RunSettings;
import org.quorate.study.result.OffloadResult;
import org.quorate.study.result.ReadBackResult;
import org.quorate.study.result.RunEvent;

/**
 * What off-loading means for one run: servers that rest meanwhile, where the run asks for it, and
 * in all runs of a study of it, whether acknowledged writes are there afterwards. Used by one
 * thread.
 */
final class RunOffload implements AutoCloseable {
  private final @Nullable OffloadSettings settings;
  private final @Nullable Offloading offloading;
  private Offloading.Offloaded done = Offloading.Offloaded.NOTHING;

  private RunOffload(@Nullable OffloadSettings settings, @Nullable Offloading offloading) {
    this.settings = settings;
    this.offloading = offloading;
  }

  /** Does nothing yet. */
  static RunOffload of(RunSettings run, MeasuredCluster cluster) throws BackendException {
    return new RunOffload(run.offload(), cluster.offload(run).orElse(null));
  }

  /** The load is about to begin. */
  void begin() {
    if (offloading != null) {
      offloading.begin();
    }
  }

  /** The load has ended. */
  void end() {
    if (offloading != null) {
      offloading.end();
    }
  }

  /** Has all servers awake again, after {@link #end()}. */
  void awakeAgain(LoadOutcome outcome) throws BackendException, InterruptedException {
    if (offloading != null) {
      long from = outcome.startNanos();
      done = offloading.awakeAgain(from, from + Math.round(outcome.seconds() * 1e9));
    }
  }

  /** What happened to servers and was seen of it, and what was done to them, in its order. */
  List<RunEvent> events(List<RunEvent> happened, List<RunEvent> seen) {
    return Stream.of(happened, seen, done.events())
        .flatMap(List::stream)
        .sorted(Comparator.comparingDouble(RunEvent::second))
        .toList();
  }

  /**
   * What became of it, once acknowledged writes have been read back; null where it is no matter of
   * the study.
   *
   * @param stores of the run, all of them finished
   * @param standby what a host takes that is switched off, where that is known
   * @throws BackendException when rows cannot be read
   */
  @Nullable OffloadResult result(LaneStores stores, Optional<OffloadResult.Standby> standby)
      throws BackendException {
    if (settings == null) {
      return null;
    }
    return new OffloadResult(
        settings.rest().text(),
        settings.capacityPerSecond(),
        done.choices(),
        done.rests(),
        done.moves(),
        done.failedMoves(),
        standby.orElse(null),
        readBack(stores),
        done.wakes(),
        settings.timeScale());
  }

  /** What a reader of the run must know. */
  static List<String> notes(@Nullable OffloadResult offloaded) {
    if (offloaded == null || offloaded.readBack().lost() == 0) {
      return List.of();
    }
    return List.of(
        "Of "
            + offloaded.readBack().rows()
            + " rows that were written, "
            + offloaded.readBack().lost()
            + " did not have their newest acknowledged write after the run: it was lost.");
  }

  private static ReadBackResult readBack(LaneStores stores) throws BackendException {
    try {
      return stores
          .readBack()
          .orElseThrow(
              () ->
                  new BackendException(
                      "The store cannot read acknowledged writes back; remove offload."));
    } catch (IOException e) {
      throw new BackendException(
          "The acknowledged writes of the run cannot be read back: "
              + e.getMessage()
              + "; see the servers' logs.",
          e);
    }
  }

  @Override
  public void close() {
    if (offloading != null) {
      offloading.close();
    }
  }
}
