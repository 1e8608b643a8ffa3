package org.quorate.cassandra.observe;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.quorate.cassandra.jmx.ManagementAccess;
import org.quorate.cassandra.propagation.PropagationFactory;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.policy.ReadLevels;

/**
 * What an observer looks at, and how much it may ask.
 *
 * @param keyspace without quotes
 * @param tables at least one
 * @param levels of the keyspace
 * @param keys that all traffic is taken to spread over evenly, at least 1; empty where not known
 * @param propagation makes the source of propagation times
 * @param propagationInterval from the beginning of one round to that of the next, at least
 * @param sampling how many rows are read in pairs
 * @param management by which servers are asked what is read most, so that pairs are drawn by it;
 *     empty where they are not
 */
public record ObserverSettings(
    String keyspace,
    List<TableName> tables,
    ReadLevels levels,
    OptionalLong keys,
    PropagationFactory propagation,
    Duration propagationInterval,
    KeySampling sampling,
    Optional<ManagementAccess> management) {
  public ObserverSettings {
    tables = tables.stream().sorted().distinct().toList();
    if (tables.isEmpty()) {
      throw new IllegalArgumentException("An observer needs at least 1 table.");
    }
  }
}
