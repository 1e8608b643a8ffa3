package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.lab.engine.EngineException;

/**
 * The way of nodes to rest and back, in steps that are written down before they are begun.
 *
 * <p>To rest: clients are refused by all of the nodes; then one after another is drained and
 * stopped, each after the cluster was looked at again. Back: the processes are started without
 * clients; when all others have them for up, what was kept for them is waited for; where that may
 * not be all that they missed they are repaired; then all of them have clients again.
 *
 * <p>What another controller has begun, and was killed at, is gone on with, whichever of the two is
 * asked for: a node that has refused clients and no more just admits them again, any other is
 * stopped and started; a node that wakes can be sent back, and keeps the time it rests since. Used
 * by one thread, under a {@link RestLock}.
 */
final class RestSteps {
  private final List<String> all;
  private final RestJournal journal;
  private final NodeActions nodes;
  private final RestRules rules;
  private final InstantSource clock;
  private final Consumer<String> told;

  /**
   * @param all names of all nodes of the cluster
   * @param told sentences for people
   */
  RestSteps(
      List<String> all,
      RestJournal journal,
      NodeActions nodes,
      RestRules rules,
      InstantSource clock,
      Consumer<String> told) {
    this.all = List.copyOf(all);
    this.journal = journal;
    this.nodes = nodes;
    this.rules = rules;
    this.clock = clock;
    this.told = told;
  }

  /**
   * Has nodes rest.
   *
   * @param wanted in the order in which they are stopped
   * @return what was decided; the time is that of nodes that did not rest before
   * @throws EngineException when they may not rest, or cannot; what was begun stays as it is
   */
  MayRest rest(List<String> wanted) throws EngineException, InterruptedException {
    Set<String> set = new LinkedHashSet<>(wanted);
    for (String node : wanted) {
      refuseOverdue(node);
    }
    MayRest decision = rules.check(set);
    for (String node : wanted) {
      Instant now = clock.instant();
      RestEntry entry =
          journal
              .of(node)
              .orElse(
                  new RestEntry(
                      RestStep.LEAVING,
                      now,
                      now.plus(decision.longest()),
                      null,
                      nodes.processes(set)));
      if (entry.step() == RestStep.LEAVING) {
        journal.write(node, entry);
        nodes.refuseClients(node);
      }
    }
    for (String node : wanted) {
      if (written(node).step() != RestStep.RESTING) {
        decision = rules.check(set);
        stop(node, set, decision);
        for (String other : all) {
          Optional<RestEntry> keeping = journal.of(other);
          if (keeping.isPresent()) {
            journal.write(other, keeping.get().without(Set.of(node)));
          }
        }
      }
    }
    return decision;
  }

  /** One that may be called to wake at any moment is not sent back. */
  private void refuseOverdue(String node) throws EngineException {
    Optional<RestEntry> entry = journal.of(node);
    if (entry.isPresent()
        && entry.get().step() != RestStep.LEAVING
        && !clock.instant().isBefore(entry.get().until())) {
      throw new EngineException(
          node + " has rested for as long as it may, until " + entry.get().until() + "; wake it.");
    }
  }

  private void stop(String node, Set<String> wanted, MayRest decision)
      throws EngineException, InterruptedException {
    RestEntry entry = written(node);
    if (entry.step() == RestStep.LEAVING) {
      Instant now = clock.instant();
      entry = entry.draining(now, now.plus(decision.longest()), nodes.processes(wanted));
    } else if (entry.step() == RestStep.STARTING) {
      // It has had no client and may not be there yet, so its end by itself is in order.
      entry = entry.at(RestStep.STOPPING);
    } else if (!entry.step().isToRest()) {
      if (nodes.isRunning(node)) {
        nodes.refuseClients(node);
      }
      entry = entry.at(RestStep.DRAINING);
    }
    journal.write(node, entry);
    if (entry.step() == RestStep.DRAINING && nodes.isRunning(node)) {
      nodes.drain(node);
    }
    journal.write(node, entry.at(RestStep.STOPPING));
    nodes.stop(node);
    Set<String> kept = nodes.keptHints(node);
    if (!kept.isEmpty()) {
      throw new EngineException(
          node
              + " still has writes for "
              + String.join(", ", kept)
              + ", which came while it was stopped; wake it, and try again later.");
    }
    journal.write(node, entry.at(RestStep.RESTING));
  }

  /**
   * Wakes nodes; all of them admit clients when none lacks anything. Those that are awake stay so.
   *
   * @param repaired whether they are repaired although hints seem to have brought them all
   * @throws EngineException when none of them rests, or one cannot wake; it then has no clients,
   *     and waking can be tried again
   */
  void wake(List<String> wanted, boolean repaired) throws EngineException, InterruptedException {
    Set<String> away = new LinkedHashSet<>();
    boolean any = false;
    for (String node : wanted) {
      Optional<RestEntry> entry = journal.of(node);
      any |= entry.isPresent();
      if (entry.isPresent() && entry.get().step() == RestStep.LEAVING && nodes.isRunning(node)) {
        admit(node);
      } else if (entry.isPresent()) {
        away.add(node);
      }
    }
    if (!any) {
      throw new EngineException(
          "None of " + String.join(", ", wanted) + " rests, so there is nobody to be woken.");
    }
    if (!away.isEmpty()) {
      bringBack(away, repaired);
    }
  }

  /** From now on it may be what keeps writes for others that rest, so it is watched as they are. */
  private void admit(String node) throws EngineException, InterruptedException {
    String process = nodes.processes(Set.of()).get(node);
    for (String other : all) {
      Optional<RestEntry> resting = other.equals(node) ? Optional.empty() : journal.of(other);
      if (resting.isPresent() && process != null) {
        journal.write(other, resting.get().with(node, process));
      }
    }
    nodes.admitClients(node);
    journal.forget(node);
  }

  private void bringBack(Set<String> away, boolean repaired)
      throws EngineException, InterruptedException {
    Duration grace = rules.leastGrace(away);
    for (String node : away) {
      refuseForgotten(node, written(node), grace);
    }
    for (String other : all) {
      Optional<RestEntry> entry = journal.of(other);
      // Drained and not stopped, it would be waited for by those that come back.
      if (!away.contains(other)
          && entry.isPresent()
          && (entry.get().step() == RestStep.DRAINING || entry.get().step() == RestStep.STOPPING)) {
        nodes.stop(other);
      }
    }
    for (String node : away) {
      start(node);
    }
    for (String node : away) {
      nodes.awaitSeen(node);
      RestEntry entry = written(node);
      if (entry.step() == RestStep.STARTING) {
        journal.write(node, entry.catchingUp(clock.instant()));
      }
    }
    nodes.awaitHints(away);
    for (String node : away) {
      RestEntry entry = written(node);
      Optional<String> lack =
          rules.hintsLack(node, entry).or(() -> Optional.ofNullable(repaired ? "you ask" : null));
      if (entry.step() == RestStep.CATCHING_UP && lack.isPresent()) {
        told.accept(node + " is repaired before it has clients, since " + lack.get() + ".");
        nodes.repair(node);
      }
      journal.write(node, entry.at(RestStep.ADMITTING));
    }
    for (String node : away) {
      admit(node);
    }
  }

  /** Others may have forgotten a deletion that a node has never heard of. */
  private void refuseForgotten(String node, RestEntry entry, Duration grace)
      throws EngineException {
    if (Duration.between(entry.since(), clock.instant()).compareTo(grace) >= 0
        && (entry.step().compareTo(RestStep.CATCHING_UP) < 0 || !nodes.isRunning(node))) {
      throw new EngineException(
          node
              + " has missed writes since "
              + entry.since()
              + ", for longer than a table's gc_grace_seconds of "
              + Durations.format(grace)
              + ", so that what was deleted meanwhile would come back with it; remove it from the"
              + " ring and have it join anew, without its data.");
    }
  }

  private void start(String node) throws EngineException, InterruptedException {
    RestEntry entry = written(node);
    if (entry.step().isToRest()) {
      // A node that is drained, or half, takes no writes until it has been started anew.
      nodes.stop(node);
    }
    if (!nodes.isRunning(node)) {
      journal.write(node, entry.at(RestStep.STARTING));
      nodes.begin(node);
    }
  }

  private RestEntry written(String node) throws EngineException {
    return journal
        .of(node)
        .orElseThrow(() -> new EngineException(node + " does not rest, so it cannot be woken."));
  }
}
