package org.quorate.core.staleness.wars;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * The definition of a stale read, message by message: a write is sent, acknowledged and completes;
 * a read is sent some time later, asks, is answered, and has met the write or has not. Knows
 * nothing of thresholds.
 */
final class ReadsOneByOne {
  private final WarsScenario scenario;
  private final SplittableRandom random;
  private final double[] arrived;
  private final double[] waits;

  ReadsOneByOne(WarsScenario scenario, long seed) {
    this.scenario = scenario;
    this.random = new SplittableRandom(seed);
    this.arrived = new double[scenario.replicas()];
    this.waits = new double[scenario.replicas()];
  }

  /** The share of reads at this age, of so many, that are stale. */
  double share(double age, int readReplicas, int reads) {
    int stale = 0;
    for (int i = 0; i < reads; i++) {
      stale += isStale(age, readReplicas) ? 1 : 0;
    }
    return (double) stale / reads;
  }

  private boolean isStale(double age, int readReplicas) {
    List<Route> to = routes(scenario.writers());
    List<Double> acknowledged = new ArrayList<>();
    for (int i = 0; i < arrived.length; i++) {
      waits[i] = scenario.queueing().write().draw(random);
      arrived[i] = to.get(i).write().draw(random) + waits[i];
      acknowledged.add(arrived[i] + to.get(i).acknowledgement().draw(random));
    }
    acknowledged.sort(Comparator.naturalOrder());
    double sent = acknowledged.get(scenario.writeReplicas() - 1) + age;
    repair();
    return answers(routes(scenario.readers()), sent, readReplicas).stream()
        .noneMatch(answer -> arrived[answer.replica()] <= answer.asked());
  }

  /** Reads that repair, one after another, until there is nothing to repair. */
  private void repair() {
    double rate = scenario.repair().readsPerSecond();
    int asked = scenario.repair().readReplicas();
    double at = -Math.log(1 - random.nextDouble()) / rate;
    while (at < Arrays.stream(arrived).max().orElseThrow()) {
      List<Route> to = routes(scenario.readers());
      List<Answer> answers = answers(to, at, asked);
      boolean met = answers.stream().anyMatch(each -> arrived[each.replica()] <= each.asked());
      double last = answers.get(answers.size() - 1).back();
      for (Answer each : answers) {
        if (met && arrived[each.replica()] > each.asked()) {
          double wait = scenario.queueing().write().draw(random);
          double repaired = last + to.get(each.replica()).write().draw(random) + wait;
          arrived[each.replica()] = Math.min(arrived[each.replica()], repaired);
        }
      }
      at += -Math.log(1 - random.nextDouble()) / rate;
    }
  }

  private record Answer(int replica, double asked, double back) {}

  private List<Answer> answers(List<Route> to, double sent, int enough) {
    boolean every = scenario.asked() == Asked.EVERY_REPLICA;
    List<Integer> near = new ArrayList<>();
    for (int i = 0; i < arrived.length; i++) {
      near.add(random.nextInt(near.size() + 1), i);
    }
    near.sort(Comparator.comparingInt(replica -> to.get(replica).distance()));
    PriorityQueue<Answer> under = new PriorityQueue<>(Comparator.comparingDouble(Answer::back));
    for (int i = 0; i < (every ? arrived.length : enough); i++) {
      under.add(ask(to, near.get(i), sent));
    }
    double patience = sent + scenario.speculateAfterSeconds();
    boolean mayAskMore = !every && enough < arrived.length;
    List<Answer> answers = new ArrayList<>();
    while (answers.size() < enough) {
      if (mayAskMore && under.element().back() > patience) {
        under.add(ask(to, near.get(enough), patience));
        mayAskMore = false;
      } else {
        answers.add(under.remove());
      }
    }
    return answers;
  }

  private Answer ask(List<Route> to, int replica, double at) {
    Queueing queueing = scenario.queueing();
    double wait = queueing.common() ? waits[replica] : queueing.read().draw(random);
    double there = at + to.get(replica).request().draw(random) + wait;
    return new Answer(replica, there, there + to.get(replica).response().draw(random));
  }

  private List<Route> routes(List<Integer> places) {
    return scenario.routes().get(places.get(random.nextInt(places.size())));
  }
}
