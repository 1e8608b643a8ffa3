package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.quorate.core.quantity.Durations;
import org.quorate.core.rest.RestCheck;
import org.quorate.core.rest.RestDecision;
import org.quorate.core.rest.RestDecision.MayRest;
import org.quorate.core.rest.RestDecision.MustStay;
import org.quorate.core.rest.RestSituation;
import org.quorate.core.rest.RestTable;
import org.quorate.lab.engine.EngineException;

/** The rules of {@link RestCheck} on a running cluster. */
final class LiveRules implements RestRules {
  private static final Duration LONGER_THAN_ANY = Duration.ofDays(365 * 100L);

  private final LiveSituation situation;
  private final NodeActions nodes;

  LiveRules(LiveSituation situation, NodeActions nodes) {
    this.situation = situation;
    this.nodes = nodes;
  }

  @Override
  public MayRest check(Set<String> wanted) throws EngineException {
    RestDecision decision = RestCheck.decide(situation.read(wanted), wanted);
    if (decision instanceof MustStay stay) {
      throw new EngineException(stay.reason());
    }
    return (MayRest) decision;
  }

  @Override
  public Duration leastGrace(Set<String> resting) throws EngineException {
    RestSituation now = situation.read(resting);
    return now.keyspaces().stream()
        .filter(keyspace -> keyspace.isOn(resting))
        .flatMap(keyspace -> keyspace.tables().stream())
        .map(RestTable::gcGrace)
        .reduce(LONGER_THAN_ANY, (one, other) -> one.compareTo(other) < 0 ? one : other);
  }

  @Override
  public Optional<String> hintsLack(RestEntry rest) {
    Map<String, String> processes = nodes.processes(Set.of());
    for (Map.Entry<String, String> keeper : new TreeMap<>(rest.keepers()).entrySet()) {
      if (!keeper.getValue().equals(processes.get(keeper.getKey()))) {
        return Optional.of(
            keeper.getKey()
                + ", which kept writes for it, was started again or has died since, and may have"
                + " lost some");
      }
    }
    Duration away =
        rest.back() == null ? Duration.ZERO : Duration.between(rest.since(), rest.back());
    for (Map.Entry<String, NodeView> view : new TreeMap<>(situation.views()).entrySet()) {
      NodeView keeper = view.getValue();
      if (!rest.keepers().containsKey(view.getKey())) {
        continue;
      }
      if (!keeper.writesHints()) {
        return Optional.of(view.getKey() + " keeps no hints");
      }
      if (keeper.hintsMiB() > 0) {
        return Optional.of(
            view.getKey()
                + " keeps no more than "
                + keeper.hintsMiB()
                + " MiB of hints for a node");
      }
      if (away.compareTo(keeper.hintWindow()) > 0) {
        return Optional.of(
            "it was away for "
                + Durations.format(Duration.ofSeconds(away.toSeconds()))
                + ", longer than the hint window of "
                + view.getKey()
                + ", "
                + Durations.format(keeper.hintWindow()));
      }
    }
    return Optional.empty();
  }
}
