package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.setting.Mode;
import org.quorate.core.level.Level;
import org.quorate.core.recency.KeyPlace;

/**
 * Sends the reads of tables that were opted in, each at the level that is chosen for it when it is
 * sent. A bound statement carries the table's level already, and is copied only where the read
 * needs another. Where choosing one fails it is sent without. Thread-safe.
 */
final class TableReads {
  private final CqlSession delegate;
  private final LevelController levels;
  private final Statements statements;
  private final LevelChooser chooser;
  private final ReadExecution reads;
  private final Profiles profiles;
  private final RetriedRequests retried;
  private final OwnFaults faults;

  /** Those of this session: a statement may have been bound by another. */
  private final Set<TableLevel> own = Collections.newSetFromMap(new IdentityHashMap<>());

  TableReads(
      CqlSession delegate,
      LevelController levels,
      Statements statements,
      LevelChooser chooser,
      ReadExecution reads,
      Profiles profiles,
      RetriedRequests retried,
      OwnFaults faults) {
    this.delegate = delegate;
    this.levels = levels;
    this.statements = statements;
    this.chooser = chooser;
    this.reads = reads;
    this.profiles = profiles;
    this.retried = retried;
    this.faults = faults;
    levels.status().forEach(status -> levels.level(status.table()).ifPresent(own::add));
  }

  /** Whether a table's level is of this session. */
  boolean isOwn(TableLevel table) {
    return own.contains(table);
  }

  /**
   * Sends a bound read that carries the level of a table.
   *
   * @param client on whose behalf, where anything was promised to one
   */
  <ResultT> @Nullable ResultT execute(
      BoundStatement bound,
      CarriedLevel carried,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    boolean isLeft;
    boolean byPartition;
    try {
      TableLevel table = carried.table();
      isLeft =
          !own.contains(table)
              || table.isLeft()
              || profiles.leaveAlone(bound.getExecutionProfile(), bound.getExecutionProfileName());
      byPartition = !isLeft && chooser.isByPartition(table, client);
    } catch (RuntimeException e) {
      return failed(bound, e, resultType);
    }
    if (isLeft) {
      return delegate.execute(bound.setConsistencyLevel(null), resultType);
    }
    return byPartition && isReactive(resultType)
        ? cast(new ReactiveRead(() -> sendReactively(bound, carried, client)))
        : send(bound, carried, byPartition, client, resultType);
  }

  private ReactiveResultSet sendReactively(
      BoundStatement bound, CarriedLevel carried, @Nullable Client client) {
    return Objects.requireNonNull(
        send(bound, carried, true, client, ForwardingReactiveResult.TYPE));
  }

  private <ResultT> @Nullable ResultT send(
      BoundStatement bound,
      CarriedLevel carried,
      boolean byPartition,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    TableLevel table = carried.table();
    long hash;
    long age;
    int place;
    RetriedRequests.@Nullable Told told;
    BoundStatement statement;
    ReadExecution.Pairing pairing;
    boolean isPlain;
    try {
      hash = byPartition ? chooser.hash(bound, () -> key(bound)) : Murmur3Token.UNKNOWN;
      age = byPartition ? table.memory().nanosSinceOwnWrite(hash) : 0;
      place = byPartition ? chooser.place(table, hash) : KeyPlace.UNKNOWN;
      boolean isFirstPage = bound.getPagingState() == null;
      Level level =
          isFirstPage
              ? chooser.level(table, hash, age, place, client)
              : table.stronger(laterPage(table, hash, age, client), carried.level());
      told = tell(client, table, hash, age, level);
      // They differ where it was bound before the level changed, is kept to be sent again, or
      // raised.
      statement =
          carried.level() == level ? bound : bound.setConsistencyLevel(table.carrier(level));
      pairing = isFirstPage ? reads.pairing(table, hash, age, place) : ReadExecution.Pairing.NONE;
      isPlain = pairing == ReadExecution.Pairing.NONE && reads.isPlain(table, hash);
    } catch (RuntimeException e) {
      return failed(bound, e, resultType);
    }
    @Nullable ResultT result =
        isPlain
            ? reads.plain(statement, table, client, hash, resultType)
            : reads.execute(
                new ReadExecution.OwnRead(
                    statement, table, hash, age, place, client, pairing, () -> plan(bound)),
                resultType);
    return told == null ? result : retried.answered(result, told);
  }

  private <ResultT> @Nullable ResultT failed(
      Statement<?> read, RuntimeException failure, GenericType<ResultT> resultType) {
    faults.tell(failure);
    return delegate.execute(read.setConsistencyLevel(null), resultType);
  }

  @SuppressWarnings("ReferenceEquality") // Comparing is dear; the driver has one object for each.
  private static boolean isReactive(GenericType<?> resultType) {
    return resultType != Statement.SYNC
        && resultType != Statement.ASYNC
        && resultType.equals(ForwardingReactiveResult.TYPE);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> ResultT cast(Object result) {
    return (ResultT) result;
  }

  /** Tells a client of a read, and says what is to be looked at afterwards: null for nothing. */
  private RetriedRequests.@Nullable Told tell(
      @Nullable Client client, TableLevel table, long hash, long age, Level level) {
    if (client == null) {
      return null;
    }
    RetriedRequests.Told told =
        retried.areLookedAt()
            ? new RetriedRequests.Told(
                client, table, hash, level, chooser.promised(table, hash, age, client))
            : null;
    client.read(table.table(), hash, level);
    return told;
  }

  private Optional<ReadPlan> plan(BoundStatement bound) {
    return statements.of(bound.getPreparedStatement()).read();
  }

  private @Nullable KeyTemplate key(BoundStatement bound) {
    ReadPlan plan = plan(bound).orElse(null);
    return plan == null ? null : plan.key();
  }

  /**
   * Sends a read that is not prepared, unless it has a level of its own: a copy with a level.
   *
   * @param client on whose behalf, where anything was promised to one
   */
  <ResultT> @Nullable ResultT execute(
      SimpleStatement simple,
      ReadPlan plan,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    if (simple.getConsistencyLevel() != null) {
      return delegate.execute(simple, resultType);
    }
    boolean isLeft;
    boolean byPartition;
    try {
      isLeft =
          plan.level().isLeft()
              || profiles.leaveAlone(
                  simple.getExecutionProfile(), simple.getExecutionProfileName());
      byPartition = !isLeft && chooser.isByPartition(plan.level(), client);
    } catch (RuntimeException e) {
      return failed(simple, e, resultType);
    }
    if (isLeft) {
      return delegate.execute(simple, resultType);
    }
    return byPartition && isReactive(resultType)
        ? cast(
            new ReactiveRead(
                () ->
                    Objects.requireNonNull(
                        send(simple, plan, true, client, ForwardingReactiveResult.TYPE))))
        : send(simple, plan, byPartition, client, resultType);
  }

  private <ResultT> @Nullable ResultT send(
      SimpleStatement simple,
      ReadPlan plan,
      boolean byPartition,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    TableLevel table = plan.level();
    long hash;
    long age;
    int place;
    RetriedRequests.@Nullable Told told;
    SimpleStatement statement;
    boolean isPlain;
    try {
      hash = byPartition ? chooser.hash(simple, plan.key()) : Murmur3Token.UNKNOWN;
      age = byPartition ? table.memory().nanosSinceOwnWrite(hash) : 0;
      place = byPartition ? chooser.place(table, hash) : KeyPlace.UNKNOWN;
      Level level =
          simple.getPagingState() == null
              ? chooser.level(table, hash, age, place, client)
              : laterPage(table, hash, age, client);
      told = tell(client, table, hash, age, level);
      statement = simple.setConsistencyLevel(table.carrier(level));
      if (simple.getPagingState() == null) {
        reads.unpaired(table, hash, age, place);
      }
      isPlain = reads.isPlain(table, hash);
    } catch (RuntimeException e) {
      return failed(simple, e, resultType);
    }
    @Nullable ResultT result =
        isPlain
            ? reads.plain(statement, table, client, hash, resultType)
            : reads.execute(
                new ReadExecution.OwnRead(
                    statement,
                    table,
                    hash,
                    age,
                    place,
                    client,
                    ReadExecution.Pairing.NONE,
                    () -> Optional.of(plan)),
                resultType);
    return told == null ? result : retried.answered(result, told);
  }

  /**
   * A later page that the application asks for itself is as strong as the first, which may have
   * been raised, and was no stronger than the safe level or what was promised.
   */
  Level laterPage(TableLevel table, long hash, long age, @Nullable Client client) {
    Level promised = chooser.promised(table, hash, age, client);
    Level policy =
        levels
            .status(table.table())
            .filter(status -> levels.mode() == Mode.ADAPT && status.leftAlone().isEmpty())
            .filter(status -> !status.pinned())
            .map(status -> table.atLeast(status.safeLevel()))
            .orElseGet(() -> chooser.level(table, hash, age, chooser.place(table, hash), client));
    return promised == null ? policy : table.stronger(policy, promised);
  }
}
