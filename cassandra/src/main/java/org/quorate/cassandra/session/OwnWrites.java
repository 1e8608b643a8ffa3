package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfig;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.access.Failures;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.key.PartitionHash;
import org.quorate.cassandra.level.DriverLevels;
import org.quorate.cassandra.recency.OwnWrite;
import org.quorate.cassandra.table.TableName;
import org.quorate.core.level.Level;

/**
 * Sends writes, and has each remembered from before it is sent until it has ended, before the
 * application learns of it. The request is the application's own; an asynchronous result is handed
 * on, and a reactive one wrapped, since it is sent when it is subscribed to: its client is told of
 * it then as well. Of a result that is none of these, as a continuous one, nobody here learns when
 * it has ended: such a write is of unknown fate. Where remembering fails, the write does not.
 *
 * <p>A conditional write is told to the controller before it is prepared, and before it is sent,
 * which leaves its table alone from then on. Thread-safe.
 */
final class OwnWrites {
  private final CqlSession delegate;
  private final LevelController levels;
  private final Statements statements;
  private final RetriedRequests retried;
  private final OwnFaults faults;

  OwnWrites(
      CqlSession delegate,
      LevelController levels,
      Statements statements,
      RetriedRequests retried,
      OwnFaults faults) {
    this.delegate = delegate;
    this.levels = levels;
    this.statements = statements;
    this.retried = retried;
    this.faults = faults;
  }

  /**
   * Writes are about to be prepared: what others have written conditionally may be read before the
   * first of them is sent from here.
   */
  void prepared(List<TableWrite> writes) {
    faults.forEach(writes, this::leaveAlone);
  }

  /** Sends a bound statement that writes to tables that were opted in. */
  <ResultT> @Nullable ResultT execute(
      BoundStatement bound,
      List<TableWrite> writes,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    return send(
        bound,
        of(bound, writes, bound, client),
        client == null ? OwnWrites::tellNobody : sent -> of(bound, writes, sent, client),
        client,
        resultType);
  }

  /** The same of one that is not prepared. */
  <ResultT> @Nullable ResultT execute(
      SimpleStatement simple,
      List<TableWrite> writes,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    return send(
        simple,
        of(simple, writes, simple, client),
        client == null ? OwnWrites::tellNobody : sent -> of(simple, writes, sent, client),
        client,
        resultType);
  }

  /** Sends a batch, whatever is in it. Conditional writes hide in batches too. */
  <ResultT> @Nullable ResultT execute(
      BatchStatement batch, @Nullable Client client, GenericType<ResultT> resultType) {
    List<OwnWrite> found = of(batch, batch, client);
    return found.isEmpty()
        ? delegate.execute(batch, resultType)
        : send(
            batch,
            found,
            client == null ? OwnWrites::tellNobody : sent -> of(batch, sent, client),
            client,
            resultType);
  }

  private List<OwnWrite> of(BatchStatement batch, Statement<?> request, @Nullable Client client) {
    List<OwnWrite> found = new ArrayList<>();
    CqlIdentifier keyspace = batch.getKeyspace();
    for (BatchableStatement<?> child : batch) {
      if (child instanceof BoundStatement bound) {
        found.addAll(
            of(bound, statements.of(bound.getPreparedStatement()).writes(), request, client));
      } else if (child instanceof SimpleStatement simple) {
        CqlIdentifier own = simple.getKeyspace();
        List<TableWrite> writes =
            statements.whole(simple.getQuery(), own != null ? own : keyspace).writes();
        found.addAll(of(simple, writes, request, client));
      }
    }
    return found;
  }

  private List<OwnWrite> of(
      BoundStatement bound,
      List<TableWrite> writes,
      Statement<?> request,
      @Nullable Client client) {
    try {
      return found(bound, writes, request, client);
    } catch (RuntimeException e) {
      faults.tell(e);
      return List.of();
    }
  }

  private List<OwnWrite> found(
      BoundStatement bound,
      List<TableWrite> writes,
      Statement<?> request,
      @Nullable Client client) {
    boolean isAlone = writes.size() == 1 && !(request instanceof BatchStatement);
    long hash = writes.size() == 1 ? PartitionHash.of(bound) : Murmur3Token.UNKNOWN;
    List<OwnWrite> found = new ArrayList<>(writes.size());
    for (TableWrite write : writes) {
      // Where the text names no single key, as in a batch, the markers may have several.
      KeyTemplate key = write.key();
      long known = key == null ? Murmur3Token.UNKNOWN : hash;
      if (known == Murmur3Token.UNKNOWN && key != null) {
        known = key.hash(bound);
      }
      found.add(new OwnWrite(write.memory(), known, write.effect(), isAlone));
      tell(client, write, known, request);
    }
    return found;
  }

  private List<OwnWrite> of(
      SimpleStatement simple,
      List<TableWrite> writes,
      Statement<?> request,
      @Nullable Client client) {
    try {
      return found(simple, writes, request, client);
    } catch (RuntimeException e) {
      faults.tell(e);
      return List.of();
    }
  }

  private List<OwnWrite> found(
      SimpleStatement simple,
      List<TableWrite> writes,
      Statement<?> request,
      @Nullable Client client) {
    boolean isAlone = writes.size() == 1 && !(request instanceof BatchStatement);
    List<OwnWrite> found = new ArrayList<>(writes.size());
    for (TableWrite write : writes) {
      KeyTemplate key = write.key();
      long hash = key == null ? Murmur3Token.UNKNOWN : key.hash(simple, delegate.getContext());
      if (hash == Murmur3Token.UNKNOWN && key != null && writes.size() == 1) {
        hash = PartitionHash.of(simple.getRoutingKey());
      }
      found.add(new OwnWrite(write.memory(), hash, write.effect(), isAlone));
      tell(client, write, hash, request);
    }
    return found;
  }

  private void tell(@Nullable Client client, TableWrite write, long hash, Statement<?> request) {
    leaveAlone(write);
    if (client != null) {
      client.written(write.table(), hash, level(request));
    }
  }

  private static void tellNobody(Statement<?> sent) {}

  /** At each, since somebody may have had the table minded again. */
  private void leaveAlone(TableWrite write) {
    if (write.isConditional()) {
      TableName table = write.table();
      levels.leaveAlone(
          table,
          "The table "
              + table
              + " has conditional writes, whose reads must not be weakened, so it is left alone.");
    }
  }

  private @Nullable Level level(Statement<?> request) {
    ConsistencyLevel own = request.getConsistencyLevel();
    if (own != null) {
      return DriverLevels.toLevel(own.name()).orElse(null);
    }
    DriverConfig config = delegate.getContext().getConfig();
    DriverExecutionProfile profile = request.getExecutionProfile();
    String name = request.getExecutionProfileName();
    if (profile == null) {
      profile =
          name == null || name.isEmpty() ? config.getDefaultProfile() : config.getProfile(name);
    }
    return DriverLevels.toLevel(profile.getString(DefaultDriverOption.REQUEST_CONSISTENCY))
        .orElse(null);
  }

  /** Where the driver leaves timestamps to servers, so does the client. */
  private <StatementT extends Statement<StatementT>> StatementT stamped(
      StatementT statement, Client client) {
    if (statement.getQueryTimestamp() != Statement.NO_DEFAULT_TIMESTAMP) {
      return statement;
    }
    long proposed = delegate.getContext().getTimestampGenerator().next();
    return proposed == Statement.NO_DEFAULT_TIMESTAMP
        ? statement
        : statement.setQueryTimestamp(client.timestamp(proposed));
  }

  /**
   * @param telling tells the client of the writes once more, as this request has them
   */
  private <StatementT extends Statement<StatementT>, ResultT> @Nullable ResultT send(
      StatementT statement,
      List<OwnWrite> found,
      Consumer<Statement<?>> telling,
      @Nullable Client client,
      GenericType<ResultT> resultType) {
    List<OwnWrite> writes = OwnWrite.ofRequest(found);
    // A reactive one is sent later, perhaps after others.
    boolean isSentNow = resultType.equals(Statement.SYNC) || resultType.equals(Statement.ASYNC);
    StatementT request;
    try {
      request =
          client != null && client.isOrderingWrites() && isSentNow
              ? stamped(statement, client)
              : statement;
      OwnWrite.beginAll(writes);
    } catch (RuntimeException e) {
      faults.tell(e);
      return delegate.execute(statement, resultType);
    }
    @Nullable ResultT result;
    try {
      result = delegate.execute(request, resultType);
    } catch (RuntimeException | Error e) {
      faults.forEach(writes, write -> write.fail(e));
      throw e;
    }
    if (result instanceof ReactiveResultSet reactive
        && resultType.equals(ForwardingReactiveResult.TYPE)) {
      faults.forEach(writes, OwnWrite::withdraw);
      return cast(new ReactiveWrite(reactive, writes, () -> telling.accept(request), faults));
    }
    if (result instanceof CompletionStage<?> stage) {
      return cast(told(stage, writes, answer -> retried.acknowledged(answer, request, telling)));
    }
    if (resultType.equals(Statement.SYNC)) {
      retried.acknowledged(result, request, telling);
      faults.forEach(writes, OwnWrite::complete);
    } else {
      faults.forEach(writes, OwnWrite::lose);
    }
    return result;
  }

  /**
   * A stage of its own, since those who wait for one are told in any order, and a read that follows
   * the write must find it remembered. Cancelled, the driver's is.
   *
   * @param acknowledged looks at what it ends with
   */
  private CompletionStage<Object> told(
      CompletionStage<?> sent, List<OwnWrite> writes, Consumer<@Nullable Object> acknowledged) {
    CompletableFuture<Object> told = new CompletableFuture<>();
    WeakerReads.cancelWith(told, sent);
    sent.whenComplete(
        (result, failure) -> {
          if (failure == null) {
            acknowledged.accept(result);
            faults.forEach(writes, OwnWrite::complete);
            told.complete(result);
          } else {
            faults.forEach(writes, write -> write.fail(failure));
            told.completeExceptionally(Failures.cause(failure));
          }
        });
    return told;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As the driver's own result.
  private static <ResultT> ResultT cast(Object result) {
    return (ResultT) result;
  }
}
