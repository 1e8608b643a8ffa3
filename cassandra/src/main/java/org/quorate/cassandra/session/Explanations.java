package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.LevelCost;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.control.TableStatus;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.GuaranteedTo;
import org.quorate.cassandra.guarantee.SessionClient;
import org.quorate.cassandra.guarantee.TableGuarantee;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.setting.Mode;
import org.quorate.core.level.Level;
import org.quorate.core.policy.CompiledDecision;
import org.quorate.core.policy.CompiledDecision.Choice;
import org.quorate.core.policy.Raise;
import org.quorate.core.quantity.Durations;
import org.quorate.core.recency.KeyPlace;
import org.quorate.core.replica.ReplicaStatus;

/**
 * Says which level a statement would get now, and why, by the same steps as when it is sent, but
 * that nothing is counted. Thread-safe.
 */
final class Explanations {
  private static final double PERCENT = 100;

  /** So many replicas that are behind are named. */
  private static final int MOST_NAMED = 3;

  private static final String NO_READ =
      "It is no read of one partition of a table that was opted in, so it is sent as it is.";

  private final LevelController levels;
  private final Statements statements;
  private final LevelChooser chooser;
  private final Profiles profiles;
  private final TableReads reads;

  Explanations(
      LevelController levels,
      Statements statements,
      LevelChooser chooser,
      Profiles profiles,
      TableReads reads) {
    this.levels = levels;
    this.statements = statements;
    this.chooser = chooser;
    this.profiles = profiles;
    this.reads = reads;
  }

  /**
   * Which level a statement would get if it were sent now.
   *
   * @param client on whose behalf, where anything was promised to one
   */
  LevelExplanation of(Statement<?> statement, @Nullable Client client) {
    if (statement instanceof BoundStatement bound) {
      return bound(bound, client);
    }
    if (statement instanceof SimpleStatement simple) {
      return simple(AdaptiveCqlSession.ofApplication(simple), client);
    }
    return LevelExplanation.untouched(
        statement instanceof BatchStatement ? "A batch is sent as it is." : NO_READ);
  }

  private LevelExplanation bound(BoundStatement bound, @Nullable Client client) {
    StatementPlan plan = statements.of(bound.getPreparedStatement());
    if (bound.getConsistencyLevel() instanceof CarriedLevel carried
        && reads.isOwn(carried.table())) {
      KeyTemplate key = plan.read().map(ReadPlan::key).orElse(null);
      return read(bound, carried.table(), chooser.hash(bound, () -> key), carried.level(), client);
    }
    return plan.read().isPresent()
        ? LevelExplanation.untouched(
            "It has a level of its own, or was not prepared through this session, so it is sent as"
                + " it is.")
        : untouched(plan);
  }

  private LevelExplanation simple(SimpleStatement simple, @Nullable Client client) {
    StatementPlan plan = statements.whole(simple.getQuery(), simple.getKeyspace());
    ReadPlan read = plan.read().orElse(null);
    if (read == null) {
      return untouched(plan);
    }
    return simple.getConsistencyLevel() == null
        ? read(simple, read.level(), chooser.hash(simple, read.key()), null, client)
        : LevelExplanation.untouched("It has a level of its own, which wins.");
  }

  private static LevelExplanation untouched(StatementPlan plan) {
    return LevelExplanation.untouched(
        plan.writes().isEmpty()
            ? NO_READ
            : "It is a write, which is sent as it is and remembered.");
  }

  /**
   * @param carried the level that it was bound with, which counts for later pages
   */
  private LevelExplanation read(
      Statement<?> statement,
      TableLevel table,
      long hash,
      @Nullable Level carried,
      @Nullable Client client) {
    if (profiles.leaveAlone(statement.getExecutionProfile(), statement.getExecutionProfileName())) {
      return LevelExplanation.untouched("Its execution profile is not opted in, and wins.");
    }
    TableStatus status = levels.status(table.table()).orElse(null);
    if (status == null || table.isLeft()) {
      return LevelExplanation.untouched("The levels of the table are left to the driver.");
    }
    if (status.pinned() || status.leftAlone().isPresent() || levels.mode() != Mode.ADAPT) {
      return explained(table, status.level(), status.reason());
    }
    long age = table.memory().nanosSinceOwnWrite(hash);
    if (statement.getPagingState() != null) {
      Level later = reads.laterPage(table, hash, age, client);
      return explained(
          table,
          carried == null ? later : table.stronger(later, carried),
          "It asks for a later page, which is read as strongly as the first may have been.");
    }
    int place = chooser.place(table, hash);
    Choice choice = chooser.choose(table, hash, age, place);
    Level promised = chooser.promised(table, hash, age, client);
    return promised != null && table.stronger(choice.level(), promised) != choice.level()
        ? explained(table, promised, "What was guaranteed of the table asks for " + promised + ".")
        : explained(
            table,
            choice.level(),
            reason(table.decision(), choice, hash, age, place)
                + unpromised(table, client)
                + behind(choice));
  }

  /** What somebody may miss who asks for guarantees that others alone are promised. */
  private String unpromised(TableLevel table, @Nullable Client client) {
    TableGuarantee guarantee = levels.guarantees().get(table.table());
    return client instanceof SessionClient
            && guarantee != null
            && guarantee.settings().to() == GuaranteedTo.SCOPES
            && !guarantee.settings().guarantees().isEmpty()
        ? " What is guaranteed of the table is promised to scopes alone, so not to this read."
        : "";
  }

  /** Which replicas are behind, where that may be why a range is raised. */
  private String behind(Choice choice) {
    String behind =
        levels.replicas().values().stream()
            .filter(ReplicaStatus::raises)
            .limit(MOST_NAMED)
            .map(each -> " The replica at " + each.name() + " may lack writes: " + each.reason())
            .collect(Collectors.joining());
    return choice.cause() == CompiledDecision.Cause.TOKEN_RANGE ? behind : "";
  }

  private LevelExplanation explained(TableLevel table, Level level, String reason) {
    return new LevelExplanation(
        Optional.of(table.table()),
        Optional.of(level),
        Optional.of(LevelCost.of(level, levels.readLevels(table.table()), table.memory())),
        reason);
  }

  private static String reason(
      CompiledDecision decision, Choice choice, long hash, long age, int place) {
    String why = raised(decision, choice, hash, age, place);
    String all = decision.decision().reason();
    return why == null ? all : why + " " + all;
  }

  private static @Nullable String raised(
      CompiledDecision decision, Choice choice, long hash, long age, int place) {
    if (choice.cause() == CompiledDecision.Cause.NONE) {
      return null;
    }
    if (hash == Murmur3Token.UNKNOWN) {
      return "Its partition cannot be told from its text and values, so that every raise may hold"
          + " for it.";
    }
    Raise raise = decision.raise(choice, hash, age, place).orElse(null);
    if (raise instanceof Raise.RecentlyWritten recent) {
      return (age == 0
              ? "This process has just written its partition, or one that shares its place, or may yet"
              : "This process has written its partition, or one that shares its place, "
                  + Durations.format(Duration.ofNanos(age))
                  + " ago")
          + "; reads are raised for "
          + Durations.format(Duration.ofNanos(recent.withinNanos()))
          + ".";
    }
    if (raise instanceof Raise.OfClass some) {
      return "Its partition is of class "
          + some.keyClass()
          + " of "
          + KeyPlace.CLASSES
          + " by how often this process asks for it, of which "
          + Math.round(PERCENT * some.share())
          + " % are raised, and it is drawn to be among these.";
    }
    return raise instanceof Raise.TokenRange range
        ? "Its token "
            + hash
            + " is in the range from "
            + range.after()
            + " to "
            + range.last()
            + ", whose reads are raised."
        : "Its token cannot be told, so that it may be in a range whose reads are raised.";
  }
}
