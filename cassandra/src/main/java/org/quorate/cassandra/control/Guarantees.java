package org.quorate.cassandra.control;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.internal.core.retry.ConsistencyDowngradingRetryPolicy;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.setting.Mode;
import org.quorate.cassandra.table.TableName;

/** What was guaranteed of a session's tables, at the start and from then on. Stateless. */
final class Guarantees {
  private Guarantees() {}

  /**
   * Lets no session be made with what cannot be guaranteed of a table, as far as it is known.
   *
   * @param end of what was made for the session so far
   * @throws IllegalArgumentException if it cannot; the message is one sentence
   */
  static void refuse(Map<TableName, TableControl> tables, CqlSession session, Runnable end) {
    refusal(tables, session)
        .ifPresent(
            refusal -> {
              end.run();
              throw new IllegalArgumentException(refusal);
            });
  }

  private static Optional<String> refusal(Map<TableName, TableControl> tables, CqlSession session) {
    return tables.values().stream()
        .flatMap(
            control ->
                control
                    .guaranteeObjection()
                    .or(() -> downgrading(control.guarantee(), session))
                    .map(
                        objection ->
                            "The guarantees of table "
                                + control.settings().table()
                                + " are refused: "
                                + objection)
                    .stream())
        .findFirst();
  }

  private static Optional<String> downgrading(TableGuarantee guarantee, CqlSession session) {
    boolean downgrading =
        session.getContext().getRetryPolicies().values().stream()
            .anyMatch(ConsistencyDowngradingRetryPolicy.class::isInstance);
    return downgrading && !guarantee.settings().guarantees().isEmpty()
        ? Optional.of(
            "the driver's retry policy, or that of a profile, tries requests again at weaker"
                + " levels; choose another"
                + " (advanced.retry-policy).")
        : Optional.empty();
  }

  /** Those of the tables that have any. */
  static Map<TableName, TableGuarantee> of(Map<TableName, TableControl> tables) {
    return tables.entrySet().stream()
        .filter(each -> !each.getValue().settings().guarantees().guarantees().isEmpty())
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().guarantee()));
  }

  /** Keeps what was guaranteed of a table from now on, and tells where that cannot be. */
  static void keep(TableControl control, Mode mode, ProblemReports problems) {
    control.guarantee(mode);
    if (control.isGuaranteeing(mode)) {
      problems.guaranteed(
          control.settings().table(),
          control.guaranteeObjection().or(() -> control.guarantee().weakWrite()));
    }
  }
}
