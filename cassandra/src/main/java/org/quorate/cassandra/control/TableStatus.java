package org.quorate.cassandra.control;

import java.util.List;
import java.util.Optional;
import org.quorate.cassandra.monitor.MonitorReading;
import org.quorate.cassandra.propagation.PropagationReading;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.control.budget.BudgetStatus;
import org.quorate.core.freshness.Freshness;
import org.quorate.core.level.Level;
import org.quorate.core.policy.Decision;
import org.quorate.core.staleness.Observation;

/**
 * How a table stands at one moment.
 *
 * @param table that it is about
 * @param level at which its reads go out
 * @param reason why, one sentence
 * @param safeLevel the strongest at which they ever go out, and theirs if nothing is known: the one
 *     that was stated, or the application's own
 * @param comparisonLevel at which the stronger read of a pair is sent: the safe level that was
 *     stated, or the weakest that meets every completed write (R + W &gt; N)
 * @param pinned whether the level is pinned
 * @param leftAlone why the table is left alone, where it is
 * @param costs of every level that its reads can have, the weakest first
 * @param freshness of its writes, as of the monitor's newest reading
 * @param budget how much of the tolerance is spent, and how fast; empty where it is none that is
 *     kept as an error budget
 * @param learning whether so little is known of round trips that they are measured more often,
 *     where they are measured at all
 * @param observation what the newest decision rests on
 * @param decision the newest, whether in effect or not
 * @param propagation the newest propagation time
 * @param reading the newest of the monitor
 */
public record TableStatus(
    TableName table,
    Level level,
    String reason,
    Level safeLevel,
    Level comparisonLevel,
    boolean pinned,
    Optional<String> leftAlone,
    List<LevelCost> costs,
    Freshness freshness,
    Optional<BudgetStatus> budget,
    boolean learning,
    Optional<Observation> observation,
    Optional<Decision> decision,
    Optional<PropagationReading> propagation,
    Optional<MonitorReading> reading) {}
