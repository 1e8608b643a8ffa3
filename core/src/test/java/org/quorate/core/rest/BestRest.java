package org.quorate.core.rest;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.quorate.core.rest.RestDecision.MayRest;

/**
 * The most node hours that any set of nodes could rest, by going through all sets, by the minute.
 */
record BestRest(RestSituation situation, DayLoad load, GearTerms terms) {
  private static final int MINUTES = 24 * 60;

  double nodeHours() {
    List<String> names = situation.nodes().stream().map(RestNode::name).toList();
    double best = 0;
    for (int mask = 1; mask < 1 << names.size(); mask++) {
      Set<String> resting = new HashSet<>();
      for (int i = 0; i < names.size(); i++) {
        if ((mask >> i & 1) == 1) {
          resting.add(names.get(i));
        }
      }
      if (RestCheck.decide(situation, resting) instanceof MayRest allowed) {
        best = Math.max(best, resting.size() * minutes(resting, allowed) / 60.0);
      }
    }
    return best;
  }

  /** How much each awake node gets, one set of replicas after another. */
  double busiest(Map<String, Double> hour, Set<String> resting) {
    Map<String, Double> load = new HashMap<>();
    Set<Set<String>> sets = new HashSet<>();
    situation.keyspaces().forEach(keyspace -> sets.addAll(keyspace.replicaSets()));
    Map<String, String> centers = new Ring(situation.nodes()).dataCenters();
    for (String node : hour.keySet()) {
      if (!resting.contains(node)) {
        load.merge(node, hour.get(node), Double::sum);
        continue;
      }
      List<Set<String>> of = sets.stream().filter(set -> set.contains(node)).toList();
      for (Set<String> set : of) {
        List<String> awake =
            takers(node, set.stream().filter(each -> !resting.contains(each)), centers);
        awake.forEach(
            each -> load.merge(each, hour.get(node) / of.size() / awake.size(), Double::sum));
      }
    }
    return load.values().stream().mapToDouble(each -> each).max().orElse(Double.NaN);
  }

  /** Those of its data centre where it has clients, or else those of data centres that have. */
  private List<String> takers(String node, Stream<String> awake, Map<String, String> centers) {
    Set<String> clients = situation.terms().clientDataCenters();
    Set<String> from =
        clients.isEmpty() || clients.contains(centers.get(node))
            ? Set.of(centers.get(node))
            : clients;
    return awake.filter(each -> from.contains(centers.get(each))).toList();
  }

  private int minutes(Set<String> resting, MayRest allowed) {
    List<Double> busiest = load.hours().stream().map(hour -> busiest(hour, resting)).toList();
    List<Boolean> may = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      may.add(mayRest(hour, busiest));
    }
    int awakeHour = may.indexOf(false);
    int stay = (int) terms.shortestStay().toMinutes();
    int toWake = (int) situation.terms().timeToWake().toMinutes();
    int rested = 0;
    int from = 0;
    int length = 0;
    int first = awakeHour < 0 ? 0 : 60 * (awakeHour + 1);
    int last = awakeHour < 0 ? MINUTES - stay : MINUTES;
    for (int minute = 0; minute < last; minute++) {
      if (!may.get((first + minute) / 60 % 24)) {
        from = minute + 1;
        continue;
      }
      if (minute < from) {
        continue;
      }
      if (length == 0) {
        int end = minute;
        while (end < last && may.get((first + end) / 60 % 24)) {
          end++;
        }
        length = Math.min((int) allowed.longest().toMinutes(), end - toWake - minute);
        if (length < Math.max(1, stay)) {
          length = 0;
          from = end;
        } else {
          rested += length;
          from = minute + length + toWake + stay;
          length = 0;
        }
      }
    }
    return rested;
  }

  /** Where some hour before is below the low mark, and none since is above the high one. */
  private boolean mayRest(int hour, List<Double> busiest) {
    for (int back = 0; back < 24; back++) {
      double then = busiest.get((hour - back + 24) % 24);
      if (!(then <= terms.most())) {
        return false;
      }
      if (then <= terms.low() * terms.most()) {
        return true;
      }
    }
    return false;
  }
}
