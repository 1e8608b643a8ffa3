package org.quorate.lab.cassandra.rest;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
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
  public MayRest check(Set<String> wanted) throws EngineException, InterruptedException {
    RestDecision decision = RestCheck.decide(situation.read(wanted), wanted);
    if (decision instanceof MustStay stay) {
      throw new EngineException(stay.reason());
    }
    return (MayRest) decision;
  }

  @Override
  public Duration leastGrace(Set<String> resting) throws EngineException, InterruptedException {
    RestSituation now = situation.read(resting);
    return now.keyspaces().stream()
        .filter(keyspace -> keyspace.isOn(resting))
        .flatMap(keyspace -> keyspace.tables().stream())
        .map(RestTable::gcGrace)
        .reduce(LONGER_THAN_ANY, (one, other) -> one.compareTo(other) < 0 ? one : other);
  }

  @Override
  public Optional<String> hintsLack(String node, RestEntry rest)
      throws EngineException, InterruptedException {
    Optional<String> unreachable = situation.unreachable(node);
    return unreachable.isPresent()
        ? unreachable
        : HintsLack.of(
            rest, situation.dataCenter(node), situation.views(), nodes.processes(Set.of()));
  }
}
