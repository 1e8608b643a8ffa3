package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.sample.PairedReads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at each request on its way to the application's own session, and gives reads that it may
 * touch their level:
 *
 * <ul>
 *   <li>A statement that is prepared gets a {@link CarriedLevel}, unless it has a level of its own.
 *   <li>A simple statement is copied with one.
 *   <li>A level or a profile that the application has set on a statement wins, but for profiles
 *       that were opted in and have the level and local data centre of the default one.
 *   <li>Writes to tables that were opted in pass through unchanged, and are remembered.
 *   <li>Anything else passes through unchanged, and so does what this library fails at.
 * </ul>
 */
public final class AdaptiveCqlSession extends ForwardingCqlSession implements AdaptiveSession {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptiveCqlSession.class);

  private final LevelController levels;
  private final PairedReads pairs;
  private final Events events;
  private final TableReads reads;
  private final Explanations explanations;
  private final Statements statements;
  private final PreparedReads prepared;
  private final LevelChooser chooser;
  private final OwnWrites writes;

  private final Scopes scopes;

  /** The session as a client of its reads, where anything was promised to it. */
  private final @Nullable Client reader;

  /** The session as a client of its writes, where they matter to anything that was promised. */
  private final @Nullable Client writer;

  private final GuaranteedSession guaranteed;

  private final Profiles profiles;
  private final Runnable onClose;
  private final AtomicBoolean ending = new AtomicBoolean();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();

  /** With tokens as they are unless told otherwise. */
  public AdaptiveCqlSession(
      CqlSession delegate,
      LevelController levels,
      PairedReads pairs,
      Events events,
      Set<String> profiles,
      Runnable onClose) {
    this(
        delegate,
        levels,
        pairs,
        events,
        profiles,
        TokenSettings.DEFAULT,
        InstantSource.system(),
        onClose);
  }

  /**
   * @param delegate the application's own session, which is closed with this one
   * @param profiles of the driver whose statements are adapted too
   * @param tokens of scopes, how they are made
   * @param clock of the time in tokens
   * @param onClose ends what was started for this session besides the controller
   */
  public AdaptiveCqlSession(
      CqlSession delegate,
      LevelController levels,
      PairedReads pairs,
      Events events,
      Set<String> profiles,
      TokenSettings tokens,
      InstantSource clock,
      Runnable onClose) {
    super(delegate);
    this.levels = levels;
    this.pairs = pairs;
    this.events = events;
    OwnFaults faults = new OwnFaults(events);
    this.statements = new Statements(delegate, levels, faults);
    this.prepared = new PreparedReads(delegate, statements);
    this.chooser = new LevelChooser(delegate);
    RetriedRequests retried = new RetriedRequests(delegate.getContext(), levels, events, faults);
    this.writes = new OwnWrites(delegate, levels, statements, retried, faults);
    this.profiles = new Profiles(delegate.getContext(), profiles, events, faults);
    this.onClose = onClose;
    this.scopes = new Scopes(delegate, levels, tokens, clock);
    this.reader = scopes.reader();
    this.writer = scopes.writer();
    this.guaranteed = scopes.guaranteed(this);
    this.reads =
        new TableReads(
            delegate,
            levels,
            statements,
            chooser,
            new ReadExecution(delegate, levels, chooser, pairs, events, faults),
            this.profiles,
            retried,
            faults);
    this.explanations = new Explanations(levels, statements, chooser, this.profiles, reads);
    levels.explainBy(statement -> explanations.of(statement, reader));
  }

  /**
   * Which level a statement would get if it were sent now.
   *
   * @param client on whose behalf
   */
  LevelExplanation explain(Statement<?> statement, Client client) {
    return explanations.of(statement, client);
  }

  @Override
  public LevelController levels() {
    return levels;
  }

  @Override
  public PairedReads pairs() {
    return pairs;
  }

  @Override
  public List<Metric> metrics() {
    return SessionMetrics.of(levels, pairs, events, scopes);
  }

  @Override
  public <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, GenericType<ResultT> resultType) {
    return execute(request, reader, writer, resultType);
  }

  @Override
  public GuaranteedSession guaranteed() {
    return guaranteed;
  }

  @Override
  public SessionScope resume(@Nullable String token) {
    return scopes.resume(this, token);
  }

  /**
   * Sends a request.
   *
   * @param client on whose behalf
   */
  <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, Client client, GenericType<ResultT> resultType) {
    return execute(request, client, client, resultType);
  }

  private <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request,
      @Nullable Client reader,
      @Nullable Client writer,
      GenericType<ResultT> resultType) {
    Class<? extends Request> kind = RequestKind.of(request);
    if (kind == BoundStatement.class) {
      BoundStatement bound = (BoundStatement) request;
      if (bound.getConsistencyLevel() instanceof CarriedLevel carried) {
        return reads.execute(bound, carried, reader, resultType);
      }
      List<TableWrite> written = statements.of(bound.getPreparedStatement()).writes();
      return written.isEmpty()
          ? delegate.execute(request, resultType)
          : writes.execute(bound, written, writer, resultType);
    }
    if (kind == SimpleStatement.class) {
      return simple(ofApplication((SimpleStatement) request), reader, writer, resultType);
    }
    if (kind == PrepareRequest.class) {
      return prepare((PrepareRequest) request, resultType);
    }
    if (kind == BatchStatement.class) {
      return writes.execute((BatchStatement) request, writer, resultType);
    }
    return delegate.execute(request, resultType);
  }

  /**
   * A statement as its application made it: one that was sent before, by whichever session, and is
   * taken from what its answer tells, brings the level that it got then.
   */
  static SimpleStatement ofApplication(SimpleStatement simple) {
    return simple.getConsistencyLevel() instanceof CarriedLevel
        ? simple.setConsistencyLevel(null)
        : simple;
  }

  private <ResultT> @Nullable ResultT simple(
      SimpleStatement simple,
      @Nullable Client reader,
      @Nullable Client writer,
      GenericType<ResultT> resultType) {
    StatementPlan plan = statements.whole(simple.getQuery(), simple.getKeyspace());
    if (!plan.writes().isEmpty()) {
      return writes.execute(simple, plan.writes(), writer, resultType);
    }
    return plan.read().isPresent()
        ? reads.execute(simple, plan.read().get(), reader, resultType)
        : delegate.execute(simple, resultType);
  }

  private <ResultT> @Nullable ResultT prepare(
      PrepareRequest request, GenericType<ResultT> resultType) {
    writes.prepared(statements.whole(request.getQuery(), request.getKeyspace()).writes());
    Optional<TableLevel> table = statements.table(request.getQuery(), request.getKeyspace());
    boolean leftAlone =
        table.isEmpty()
            || request.getConsistencyLevelForBoundStatements() != null
            || profiles.leaveAlone(
                request.getExecutionProfileForBoundStatements(),
                request.getExecutionProfileNameForBoundStatements());
    return leftAlone
        ? delegate.execute(request, resultType)
        : prepared.prepare(request, table.get(), resultType);
  }

  /** Of all texts whose meaning is remembered now. */
  int rememberedCharacters() {
    return statements.rememberedCharacters();
  }

  /** Closes the application's session once what watched the cluster has ended; does not block. */
  @Override
  public CompletionStage<Void> closeAsync() {
    return end().thenCompose(ended -> delegate.closeAsync());
  }

  @Override
  public CompletionStage<Void> forceCloseAsync() {
    CompletionStage<Void> ending = end();
    return delegate.forceCloseAsync().thenCompose(closed -> ending);
  }

  /**
   * Has what was started for this session end also where the application closes its own session,
   * and not this one.
   */
  public void endWithDelegate() {
    delegate.closeFuture().whenComplete((closed, failure) -> end());
  }

  /**
   * On a thread of its own, since sources may ask servers and wait, some seconds at most. Whatever
   * a source does when it is closed, the application's session is closed after it.
   */
  private CompletionStage<Void> end() {
    if (ending.compareAndSet(false, true)) {
      Thread closing =
          new Thread(
              () -> {
                try {
                  tried(levels::close);
                  tried(onClose);
                } finally {
                  ended.complete(null);
                }
              },
              "quorate-close");
      closing.setDaemon(true);
      closing.start();
    }
    return ended;
  }

  private static void tried(Runnable close) {
    try {
      close.run();
    } catch (RuntimeException e) {
      LOG.warn("What was started for a session could not be closed.", e);
    }
  }
}
