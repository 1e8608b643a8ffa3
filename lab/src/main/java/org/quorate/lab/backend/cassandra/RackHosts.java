package org.quorate.lab.backend.cassandra;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.quorate.core.offload.Consolidation;
import org.quorate.core.offload.OffloadDecision;
import org.quorate.core.offload.OffloadObservation;
import org.quorate.core.offload.OffloadPolicy;
import org.quorate.lab.engine.EngineException;
import org.quorate.study.plan.HostPlan;

/**
 * The hosts of one rack: how many are on, by what its nodes execute. A host whose nodes have moved
 * to the others goes off; one that is wanted again boots first, and gets its nodes then. Where a
 * node does not say what it executes, all hosts are wanted. A boot that has begun is gone on with.
 * Used by one thread.
 */
final class RackHosts {
  private static final double NANOS = 1e9;

  private final Consolidation rack;
  private final OffloadPolicy policy;
  private final double capacityPerSecond;
  private final double most;
  private final long bootNanos;
  private final LongSupplier clock;
  private final HostControls controls;

  private final Map<String, Integer> placed;

  /** Since when hosts have booted, those after the ones that are on, in their order. */
  private final Deque<Long> booting = new ArrayDeque<>();

  private int on;
  private int wanted;
  private double changedSeconds = Double.NEGATIVE_INFINITY;

  /**
   * All hosts are on.
   *
   * @param capacityPerSecond operations that a host can execute, above 0
   * @param low share of that which a host may have at most after others were sent to rest, however
   *     unevenly its nodes are loaded
   * @param boot how long a host takes from being wanted until it can have nodes, at least zero
   * @param clock never goes back, as {@link System#nanoTime}
   */
  RackHosts(
      Consolidation rack,
      OffloadPolicy policy,
      double capacityPerSecond,
      double low,
      Duration boot,
      LongSupplier clock,
      HostControls controls) {
    this.rack = rack;
    this.policy = policy;
    this.capacityPerSecond = capacityPerSecond;
    this.most = low * capacityPerSecond;
    this.bootNanos = boot.toNanos();
    this.clock = clock;
    this.controls = controls;
    this.placed = new LinkedHashMap<>(rack.home());
    this.on = rack.hosts().size();
    this.wanted = on;
  }

  /** How many hosts are on or boot. */
  int wanted() {
    return wanted;
  }

  /**
   * Decides, and does what can be done now.
   *
   * @param perSecond operations of each node of which that is known
   * @throws EngineException when a node cannot be moved
   */
  void look(Map<String, Double> perSecond) throws EngineException, InterruptedException {
    List<String> silent =
        placed.keySet().stream().filter(node -> !perSecond.containsKey(node)).toList();
    if (silent.isEmpty()) {
      decide(perSecond);
    } else {
      wake(
          rack.hosts().size(),
          "What " + silent.get(0) + " has to do is not known, so no host of its rack may rest.");
    }
    place();
  }

  private void decide(Map<String, Double> perSecond) throws EngineException, InterruptedException {
    OffloadObservation seen =
        new OffloadObservation(
            perHost(perSecond, placed, on),
            rack.hosts().size(),
            capacityPerSecond,
            Math.max(0, clock.getAsLong() / NANOS - changedSeconds));
    OffloadDecision decision = policy.decide(seen);
    if (decision.awake() >= on) {
      wake(decision.awake(), decision.reason());
      return;
    }
    int few = decision.awake();
    while (few < on
        && Collections.max(perHost(perSecond, rack.placement(placed, few), few)) > most) {
      few++;
    }
    if (few < on && booting.isEmpty()) {
      rest(few, decision.reason());
    }
  }

  /** Operations per second of each host that is on. */
  private List<Double> perHost(
      Map<String, Double> perSecond, Map<String, Integer> placement, int hosts) {
    return rack.hosts().subList(0, hosts).stream()
        .map(
            host ->
                placement.entrySet().stream()
                    .filter(each -> each.getValue().equals(host))
                    .mapToDouble(each -> perSecond.getOrDefault(each.getKey(), 0.0))
                    .sum())
        .toList();
  }

  private void rest(int few, String reason) throws EngineException, InterruptedException {
    choose(few, reason);
    move(few);
    List<Integer> emptied = rack.hosts().subList(few, on);
    on = few;
    emptied.forEach(controls::rests);
  }

  private void wake(int hosts, String reason) {
    if (hosts <= wanted) {
      return;
    }
    long now = clock.getAsLong();
    List<Integer> off = rack.hosts().subList(wanted, hosts);
    choose(hosts, reason);
    off.forEach(
        host -> {
          booting.addLast(now);
          controls.boots(host);
        });
  }

  private void choose(int hosts, String reason) {
    wanted = hosts;
    controls.chosen(
        reason
            + " Of "
            + rack.hosts().stream().map(HostPlan::name).collect(Collectors.joining(", "))
            + " "
            + hosts
            + " shall be on.");
  }

  /** Has hosts that have booted get nodes. */
  private void place() throws EngineException, InterruptedException {
    long now = clock.getAsLong();
    List<Long> wantedAt = new ArrayList<>();
    while (!booting.isEmpty() && now - booting.getFirst() >= bootNanos) {
      wantedAt.add(booting.removeFirst());
      controls.isOn(rack.hosts().get(on));
      on++;
    }
    if (!wantedAt.isEmpty()) {
      move(on);
      controls.served((clock.getAsLong() - wantedAt.get(0)) / NANOS);
    }
  }

  private void move(int hosts) throws EngineException, InterruptedException {
    for (Map.Entry<String, Integer> to : rack.placement(placed, hosts).entrySet()) {
      if (!to.getValue().equals(placed.get(to.getKey()))) {
        controls.move(to.getKey(), to.getValue());
        placed.put(to.getKey(), to.getValue());
      }
    }
    changedSeconds = clock.getAsLong() / NANOS;
  }
}
