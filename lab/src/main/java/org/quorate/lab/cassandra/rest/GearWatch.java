package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.GearDecision;
import org.quorate.core.rest.GearLoadWindow;
import org.quorate.core.rest.GearObservation;
import org.quorate.core.rest.GearPolicy;
import org.quorate.core.rest.GearState;
import org.quorate.core.rest.RestDecision;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;
import org.quorate.lab.engine.EngineException;

/**
 * Looks at a gear again and again, has a {@link GearPolicy} decide, and does it before it looks
 * again. Where the gear is on its way is read from the journal each time, so that another
 * controller goes on from there. A rest that fails is undone; a wake that fails is tried again at
 * each look. Used by one thread, under a {@link RestLock}.
 */
final class GearWatch {
  private static final RestDecision UNASKED = new MustStay("Nobody has asked what rows allow.");

  private final List<String> gear;
  private final GearPolicy policy;
  private final RestJournal journal;
  private final GearControls controls;
  private final GearLoadWindow loads;
  private final InstantSource clock;
  private final LongSupplier nanos;
  private final GearListener listener;

  private boolean begun;
  private boolean undone;
  private String lastReason = "";
  private String lastOutcome = "";

  /**
   * @param gear names of its nodes
   * @param nanos never goes back, as {@link System#nanoTime}
   * @param listener told of each decision, and of what came of it
   */
  GearWatch(
      List<String> gear,
      GearPolicy policy,
      RestJournal journal,
      GearControls controls,
      InstantSource clock,
      LongSupplier nanos,
      GearListener listener) {
    this.gear = List.copyOf(gear);
    this.policy = policy;
    this.journal = journal;
    this.controls = controls;
    this.loads = new GearLoadWindow(new HashSet<>(gear), policy.terms().shortestStay());
    this.clock = clock;
    this.nanos = nanos;
    this.listener = listener;
  }

  /**
   * Decides once, and does it.
   *
   * @return what was decided
   * @throws EngineException when it cannot be known where the gear is on its way
   */
  GearDecision look() throws EngineException, InterruptedException {
    GearDecision decision = decide();
    tellDecision(decision);
    if (!(decision instanceof GearDecision.Stay)) {
      listener.decided(decision, loads.load());
    }
    if (decision instanceof GearDecision.Rest) {
      rest();
    } else if (decision instanceof GearDecision.Wake) {
      wake();
    }
    return decision;
  }

  private GearDecision decide() throws EngineException, InterruptedException {
    loads.add(nanos.getAsLong(), controls.executed());
    GearState state = state();
    boolean isFirst = !begun;
    begun = true;
    RestDecision verdict =
        switch (state) {
          case AWAKE -> isFirst || policy.isLow(loads.highest()) ? controls.verdict() : UNASKED;
          case LEAVING, RESTING -> controls.verdict();
          case WAKING -> UNASKED;
        };
    if (isFirst && state == GearState.AWAKE) {
      listener.told(outlook(verdict));
    }
    undone &= state != GearState.AWAKE;
    return undone
        ? new GearDecision.Wake("They did not go to rest, so they are woken.")
        : policy.decide(
            new GearObservation(
                state, loads.load(), loads.certain(), loads.highest(), left(verdict), verdict));
  }

  /** So that nobody waits for a low load that could change nothing. */
  private static String outlook(RestDecision verdict) {
    return verdict instanceof MayRest may
        ? "Their rows let them rest for up to "
            + Durations.format(may.longest())
            + " at a time ("
            + may.limit()
            + ")."
        : "As it is now they could not rest: " + ((MustStay) verdict).reason();
  }

  /** Where the gear is on its way. */
  GearState state() throws EngineException {
    List<RestStep> steps = new ArrayList<>();
    for (String node : gear) {
      journal.of(node).map(RestEntry::step).ifPresent(steps::add);
    }
    return steps.isEmpty()
        ? GearState.AWAKE
        : steps.stream().anyMatch(step -> !step.isToRest())
            ? GearState.WAKING
            : steps.size() == gear.size() && steps.stream().allMatch(RestStep.RESTING::equals)
                ? GearState.RESTING
                : GearState.LEAVING;
  }

  /** Less than was written down where the rows now allow less than they did. */
  private Duration left(RestDecision verdict) throws EngineException {
    Instant until = Instant.MAX;
    for (String node : gear) {
      Optional<RestEntry> entry = journal.of(node);
      if (entry.isPresent()) {
        until = earlier(until, entry.get().until());
        if (verdict instanceof MayRest may) {
          until = earlier(until, entry.get().since().plus(may.longest()));
        }
      }
    }
    return Duration.between(clock.instant(), until);
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }

  private void rest() throws EngineException, InterruptedException {
    try {
      MayRest rest = controls.rest();
      rest.notes().forEach(this::tell);
      tell(
          names("rests", "rest")
              + " until "
              + clock.instant().plus(left(rest)).truncatedTo(ChronoUnit.SECONDS)
              + " at most ("
              + rest.limit()
              + ").");
    } catch (EngineException failed) {
      refuseInterrupted();
      tell(String.valueOf(failed.getMessage()));
      undone = state() != GearState.AWAKE;
      if (undone) {
        wake();
      }
    }
    loads.clear();
  }

  private void wake() throws EngineException, InterruptedException {
    try {
      controls.wake();
      listener.awake();
      tell(names("is awake, and has", "are awake, and have") + " clients again.");
    } catch (EngineException failed) {
      refuseInterrupted();
      tell(failed.getMessage() + " It is tried again at each look.");
    }
    loads.clear();
  }

  /** A file that an interrupted thread cannot use is no failure of the gear. */
  private static void refuseInterrupted() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("Interrupted.");
    }
  }

  private String names(String one, String several) {
    return String.join(", ", gear) + " " + (gear.size() == 1 ? one : several);
  }

  /** What has not changed is not said again, whatever the load is. */
  private void tellDecision(GearDecision decision) {
    if (!decision.reason().equals(lastReason)) {
      lastReason = decision.reason();
      lastOutcome = "";
      boolean stays = decision instanceof GearDecision.Stay && !Double.isNaN(loads.load());
      listener.told(
          lastReason
              + (stays
                  ? String.format(Locale.ROOT, " The load is %.0f operations/s now.", loads.load())
                  : ""));
    }
  }

  /** What comes of the same decision again and again is said once. */
  private void tell(String outcome) {
    if (!outcome.equals(lastOutcome)) {
      lastOutcome = outcome;
      listener.told(outcome);
    }
  }
}
