package org.quorate.lab.cassandra.rest;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a node that is to rest, rests or wakes. Immutable.
 *
 * @param since when it began to miss writes, or a little earlier
 * @param until when it has to be called to wake
 * @param back when all others had it for up again; null before
 * @param keepers processes of the nodes that stayed awake at {@code since}, by name, as {@code
 *     id@start}: one that is another now may have lost what it kept in memory
 */
public record RestEntry(
    RestStep step,
    Instant since,
    Instant until,
    @Nullable Instant back,
    Map<String, String> keepers) {
  public RestEntry {
    Objects.requireNonNull(step, "step");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(until, "until");
    keepers = Map.copyOf(keepers);
  }

  RestEntry at(RestStep next) {
    return new RestEntry(next, since, until, back, keepers);
  }

  /** Draining begins, of a node that has missed nothing yet. */
  RestEntry draining(Instant now, Instant latest, Map<String, String> awake) {
    return new RestEntry(RestStep.DRAINING, now, latest, null, awake);
  }

  RestEntry catchingUp(Instant now) {
    return new RestEntry(RestStep.CATCHING_UP, since, until, now, keepers);
  }

  /** The same where another one has joined those that are awake. */
  RestEntry with(String node, String process) {
    Map<String, String> more = new HashMap<>(keepers);
    more.put(node, process);
    return new RestEntry(step, since, until, back, more);
  }

  /** The same where others rest too, who kept nothing when they were stopped in order. */
  RestEntry without(Set<String> resting) {
    Map<String, String> left = new HashMap<>(keepers);
    left.keySet().removeAll(resting);
    return new RestEntry(step, since, until, back, left);
  }
}
