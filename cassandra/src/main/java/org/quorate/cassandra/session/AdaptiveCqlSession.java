package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.time.InstantSource;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelController;
import org.quorate.cassandra.event.Events;
import org.quorate.cassandra.guarantee.Client;
import org.quorate.cassandra.guarantee.TokenSettings;
import org.quorate.cassandra.key.KeyTemplate;
import org.quorate.cassandra.key.Murmur3Token;
import org.quorate.cassandra.level.CarriedLevel;
import org.quorate.cassandra.level.TableLevel;
import org.quorate.cassandra.metric.Metric;
import org.quorate.cassandra.sample.PairedReads;
import org.quorate.cassandra.setting.Mode;
import org.quorate.core.level.Level;
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
 *   <li>Anything else passes through unchanged.
 * </ul>
 */
public final class AdaptiveCqlSession extends ForwardingCqlSession implements AdaptiveSession {
  private static final Logger LOG = LoggerFactory.getLogger(AdaptiveCqlSession.class);

  private static final GenericType<ReactiveResultSet> REACTIVE =
      GenericType.of(ReactiveResultSet.class);

  private final LevelController levels;
  private final PairedReads pairs;
  private final Events events;
  private final ReadExecution reads;
  private final Statements statements;
  private final PreparedReads prepared;
  private final LevelChooser chooser;
  private final OwnWrites writes;

  /** Those of this session: a statement may have been bound by another. */
  private final Set<TableLevel> own = Collections.newSetFromMap(new IdentityHashMap<>());

  private final Scopes scopes;
  private final @Nullable Client client;
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
    this.reads = new ReadExecution(delegate, levels, pairs, events);
    this.statements = new Statements(delegate, levels);
    this.prepared = new PreparedReads(delegate, statements);
    this.chooser = new LevelChooser(delegate);
    this.writes = new OwnWrites(delegate, statements);
    this.profiles = new Profiles(delegate.getContext(), profiles, events);
    this.onClose = onClose;
    this.scopes = new Scopes(delegate, levels, tokens, clock);
    this.client = scopes.session();
    levels.status().forEach(status -> levels.level(status.table()).ifPresent(own::add));
    levels.explainBy(
        new Explanations(levels, statements, chooser, this.profiles, client, own::contains)::of);
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
    return execute(request, client, resultType);
  }

  @Override
  public SessionScope resume(@Nullable String token) {
    return scopes.resume(this, token);
  }

  /**
   * Sends a request.
   *
   * @param sender on whose behalf, where anything was promised to one
   */
  <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, @Nullable Client sender, GenericType<ResultT> resultType) {
    Class<? extends Request> kind = RequestKind.of(request);
    if (kind == BoundStatement.class) {
      BoundStatement bound = (BoundStatement) request;
      if (bound.getConsistencyLevel() instanceof CarriedLevel carried) {
        return read(bound, carried, sender, resultType);
      }
      List<TableWrite> written = statements.of(bound.getPreparedStatement()).writes();
      return written.isEmpty()
          ? delegate.execute(request, resultType)
          : writes.execute(bound, written, sender, resultType);
    }
    if (kind == SimpleStatement.class) {
      return simple((SimpleStatement) request, sender, resultType);
    }
    if (kind == PrepareRequest.class) {
      return prepare((PrepareRequest) request, resultType);
    }
    if (kind == BatchStatement.class) {
      return writes.execute((BatchStatement) request, sender, resultType);
    }
    return delegate.execute(request, resultType);
  }

  private <ResultT> @Nullable ResultT read(
      BoundStatement bound,
      CarriedLevel carried,
      @Nullable Client sender,
      GenericType<ResultT> resultType) {
    TableLevel table = carried.table();
    if (!own.contains(table)
        || table.isLeft()
        || profiles.leaveAlone(bound.getExecutionProfile(), bound.getExecutionProfileName())) {
      return delegate.execute(bound.setConsistencyLevel(null), resultType);
    }
    boolean byPartition = chooser.isByPartition(table, sender);
    return byPartition && isReactive(resultType)
        ? cast(new ReactiveRead(() -> sendReactively(bound, carried, sender)))
        : send(bound, carried, byPartition, sender, resultType);
  }

  private ReactiveResultSet sendReactively(
      BoundStatement bound, CarriedLevel carried, @Nullable Client sender) {
    return Objects.requireNonNull(send(bound, carried, true, sender, REACTIVE));
  }

  private <ResultT> @Nullable ResultT send(
      BoundStatement bound,
      CarriedLevel carried,
      boolean byPartition,
      @Nullable Client sender,
      GenericType<ResultT> resultType) {
    TableLevel table = carried.table();
    long hash = byPartition ? chooser.hash(bound, () -> key(bound)) : Murmur3Token.UNKNOWN;
    long age = byPartition ? table.memory().nanosSinceOwnWrite(hash) : 0;
    boolean isFirstPage = bound.getPagingState() == null;
    // A later page that the application asks for itself is as strong as its statement was.
    Level level =
        isFirstPage ? chooser.level(table, hash, age, sender) : table.atLeast(carried.level());
    tell(sender, table, hash, level);
    // They differ where it was bound before the level changed, is kept to be sent again, or raised.
    BoundStatement statement =
        carried.level() == level ? bound : bound.setConsistencyLevel(table.carrier(level));
    boolean isDrawn = isFirstPage && reads.isDrawn(table, age);
    return !isDrawn && reads.isPlain(table, hash)
        ? delegate.execute(statement, resultType)
        : reads.execute(
            new ReadExecution.OwnRead(statement, table, hash, age, isDrawn, () -> plan(bound)),
            resultType);
  }

  @SuppressWarnings("ReferenceEquality") // Comparing is dear; the driver has one object for each.
  private static boolean isReactive(GenericType<?> resultType) {
    return resultType != Statement.SYNC
        && resultType != Statement.ASYNC
        && resultType.equals(REACTIVE);
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // Checked by the result type.
  private static <ResultT> ResultT cast(Object result) {
    return (ResultT) result;
  }

  private static void tell(@Nullable Client sender, TableLevel table, long hash, Level level) {
    if (sender != null) {
      sender.read(table.table(), hash, level);
    }
  }

  private Optional<ReadPlan> plan(BoundStatement bound) {
    return statements.plan(bound.getPreparedStatement().getQuery(), null);
  }

  private @Nullable KeyTemplate key(BoundStatement bound) {
    ReadPlan plan = plan(bound).orElse(null);
    return plan == null ? null : plan.key();
  }

  private <ResultT> @Nullable ResultT simple(
      SimpleStatement simple, @Nullable Client sender, GenericType<ResultT> resultType) {
    StatementPlan whole = statements.whole(simple.getQuery(), simple.getKeyspace());
    if (!whole.writes().isEmpty()) {
      return writes.execute(simple, whole.writes(), sender, resultType);
    }
    ReadPlan plan = whole.read().orElse(null);
    if (plan == null || isLeftAlone(simple, plan)) {
      return delegate.execute(simple, resultType);
    }
    boolean byPartition = chooser.isByPartition(plan.level(), sender);
    return byPartition && isReactive(resultType)
        ? cast(
            new ReactiveRead(
                () -> Objects.requireNonNull(send(simple, plan, true, sender, REACTIVE))))
        : send(simple, plan, byPartition, sender, resultType);
  }

  private <ResultT> @Nullable ResultT send(
      SimpleStatement simple,
      ReadPlan plan,
      boolean byPartition,
      @Nullable Client sender,
      GenericType<ResultT> resultType) {
    TableLevel table = plan.level();
    long hash = byPartition ? chooser.hash(simple, plan.key()) : Murmur3Token.UNKNOWN;
    long age = byPartition ? table.memory().nanosSinceOwnWrite(hash) : 0;
    Level level =
        simple.getPagingState() == null
            ? chooser.level(table, hash, age, sender)
            : laterPage(table, hash, age, sender);
    tell(sender, table, hash, level);
    SimpleStatement statement = simple.setConsistencyLevel(table.carrier(level));
    return reads.isPlain(table, hash)
        ? delegate.execute(statement, resultType)
        : reads.execute(
            new ReadExecution.OwnRead(statement, table, hash, age, false, () -> Optional.of(plan)),
            resultType);
  }

  private boolean isLeftAlone(SimpleStatement simple, ReadPlan plan) {
    return plan.level().isLeft()
        || simple.getConsistencyLevel() != null
        || profiles.leaveAlone(simple.getExecutionProfile(), simple.getExecutionProfileName());
  }

  /**
   * The application has the statement without the level of its first page, which was no stronger
   * than the safe level.
   */
  private Level laterPage(TableLevel table, long hash, long age, @Nullable Client sender) {
    return levels
        .status(table.table())
        .filter(status -> levels.mode() == Mode.ADAPT && status.leftAlone().isEmpty())
        .filter(status -> !status.pinned())
        .map(status -> table.atLeast(status.safeLevel()))
        .orElseGet(() -> chooser.level(table, hash, age, sender));
  }

  private <ResultT> @Nullable ResultT prepare(
      PrepareRequest request, GenericType<ResultT> resultType) {
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
                  levels.close();
                } catch (RuntimeException e) {
                  LOG.warn("What watched the cluster could not be closed.", e);
                } finally {
                  onClose.run();
                  ended.complete(null);
                }
              },
              "quorate-close");
      closing.setDaemon(true);
      closing.start();
    }
    return ended;
  }
}
