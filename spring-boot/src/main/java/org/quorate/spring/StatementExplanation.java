package org.quorate.spring;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.table.TableName;

/**
 * Which level a statement would get if it were sent now, as the endpoint tells it. Immutable.
 *
 * @param table that it reads; null where it is no read that may be touched
 * @param level that it would be given; null where it would be sent as the application made it
 * @param cost of that level; null without one
 * @param reason for people, one sentence or a few
 */
public record StatementExplanation(
    @Nullable String table,
    @Nullable String level,
    ReadLevelsReport.@Nullable Cost cost,
    String reason) {
  static StatementExplanation of(LevelExplanation explanation) {
    return new StatementExplanation(
        explanation.table().map(TableName::toString).orElse(null),
        explanation.level().map(Enum::name).orElse(null),
        explanation.cost().map(ReadLevelsReport.Cost::of).orElse(null),
        explanation.reason());
  }
}
