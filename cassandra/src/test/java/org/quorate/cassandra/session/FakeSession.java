package org.quorate.cassandra.session;

import com.datastax.dse.driver.api.core.cql.reactive.ReactiveResultSet;
import com.datastax.dse.driver.api.core.cql.reactive.ReactiveRow;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultProtocolVersion;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.OptionsMap;
import com.datastax.oss.driver.api.core.config.TypedDriverOption;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.ColumnDefinitions;
import com.datastax.oss.driver.api.core.cql.ExecutionInfo;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.TokenMap;
import com.datastax.oss.driver.api.core.metadata.schema.ClusteringOrder;
import com.datastax.oss.driver.api.core.metadata.schema.ColumnMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import com.datastax.oss.driver.api.core.metrics.Metrics;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.session.ProgrammaticArguments;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.DataType;
import com.datastax.oss.driver.api.core.type.DataTypes;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.context.DefaultDriverContext;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinition;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultColumnMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultKeyspaceMetadata;
import com.datastax.oss.driver.internal.core.metadata.schema.DefaultTableMetadata;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.quorate.cassandra.monitor.FakeNode;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/**
 * A driver without a cluster: keeps what it is asked to execute, fails where it is told to, and has
 * the tables {@code shop.carts (id, day, hour, v)}, of partition key {@code id}, with three
 * replicas of each row in {@code dc1}.
 */
public final class FakeSession {
  private static final CqlIdentifier SHOP = CqlIdentifier.fromInternal("shop");
  private static final CqlIdentifier CARTS = CqlIdentifier.fromInternal("carts");

  private Map<UUID, Node> nodes = Map.of();
  private Map<String, String> replicas = Map.of("dc1", "3");
  private Optional<TokenMap> tokenMap = Optional.empty();
  public final List<Statement<?>> executed = new CopyOnWriteArrayList<>();
  public final Queue<RuntimeException> failures = new ArrayDeque<>();

  /** What is executed asynchronously is answered with this, unless it is null. */
  public Function<Statement<?>, CompletionStage<?>> answers = any -> null;

  /** What was executed asynchronously and neither failed at once nor was answered. */
  public final List<CompletableFuture<Object>> pending = new ArrayList<>();

  final CompletableFuture<Void> closed = new CompletableFuture<>();
  public final CqlSession session;

  /** What the server calls statements that are prepared now: another after a {@code USE}. */
  byte statementId;

  /** Which of its markers are the key, as statements that are prepared now say. */
  List<Integer> keyMarkers = List.of(0);

  /** Of what type statements that are prepared now say the key is: another after a change of it. */
  int keyType = ProtocolConstants.DataType.INT;

  private int schemaQueries;
  private Map<CqlIdentifier, KeyspaceMetadata> schema = Map.of(SHOP, keyspace(tables("id")));

  /**
   * What every question to the system tables of the schema gets: as if there were none such. Null
   * to throw instead, as a driver that is closing may.
   */
  public RuntimeException schemaFailure =
      new InvalidQueryException(FakeNode.of(1, "dc1").node, "unconfigured table");

  /** What preparing throws, as a driver that is closing may; null for nothing. */
  public RuntimeException prepareFailure;

  /** What asking for the metadata throws; null for nothing. */
  RuntimeException metadataFailure;

  /** What such a question gets instead; null for that. */
  public CompletableFuture<Object> schemaAnswer;

  /** The configuration, which may be changed. */
  public final OptionsMap options = OptionsMap.driverDefaults();

  private final InternalDriverContext context;

  public FakeSession(String ownLevel) {
    options.put(TypedDriverOption.REQUEST_CONSISTENCY, ownLevel);
    DefaultDriverContext made =
        new DefaultDriverContext(
            DriverConfigLoader.fromMap(options), ProgrammaticArguments.builder().build());
    made.getChannelFactory().setProtocolVersion(DefaultProtocolVersion.V5);
    context = made;
    session = new Driver();
    nodes(FakeNode.of(1, "dc1").node, FakeNode.of(2, "dc1").node);
  }

  /** The cluster has these nodes now. */
  public void nodes(Node... now) {
    nodes = Stream.of(now).collect(Collectors.toMap(Node::getHostId, node -> node));
  }

  /** Each row has so many replicas in each data centre now. */
  public void replicas(Map<String, String> byDataCenter) {
    replicas = byDataCenter;
    schema = Map.of(SHOP, keyspace(tables("id")));
  }

  /** The driver knows the ring now, which is of this partitioner and has no ranges. */
  void partitioner(String name) {
    tokenMap =
        Optional.of(
            (TokenMap)
                Proxy.newProxyInstance(
                    TokenMap.class.getClassLoader(),
                    new Class<?>[] {TokenMap.class},
                    (proxy, method, arguments) ->
                        switch (method.getName()) {
                          case "getPartitionerName" -> name;
                          case "getTokenRanges" -> Set.of();
                          default -> throw new UnsupportedOperationException(method.getName());
                        }));
  }

  /** The driver knows the ring now, of which each row is at all of these nodes. */
  public void ring(Node... all) {
    nodes(all);
    tokenMap =
        Optional.of(
            (TokenMap)
                Proxy.newProxyInstance(
                    TokenMap.class.getClassLoader(),
                    new Class<?>[] {TokenMap.class},
                    (proxy, method, arguments) ->
                        switch (method.getName()) {
                          case "getReplicas" -> Set.of(all);
                          case "getPartitionerName" ->
                              "org.apache.cassandra.dht.Murmur3Partitioner";
                          case "getTokenRanges" -> Set.of();
                          default -> throw new UnsupportedOperationException(method.getName());
                        }));
  }

  /** How often the system tables of the schema were asked. */
  public int schemaQueries() {
    return schemaQueries;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // They reach whoever asked.
  private Object answer(Request request, boolean async) {
    if (request instanceof PrepareRequest prepare) {
      if (prepareFailure != null) {
        throw prepareFailure;
      }
      PreparedStatement prepared = prepared(prepare);
      return async ? CompletableFuture.completedFuture(prepared) : prepared;
    }
    if (request instanceof SimpleStatement simple
        && simple.getQuery().contains("FROM system_schema")) {
      schemaQueries++;
      if (schemaFailure == null) {
        throw new IllegalStateException("cannot be started once stopped");
      }
      return schemaAnswer == null ? CompletableFuture.failedFuture(schemaFailure) : schemaAnswer;
    }
    executed.add((Statement<?>) request);
    RuntimeException failure = failures.poll();
    CompletionStage<?> answered = async ? answers.apply((Statement<?>) request) : null;
    if (failure == null && answered != null) {
      return answered;
    }
    if (failure == null && async) {
      CompletableFuture<Object> answer = new CompletableFuture<>();
      pending.add(answer);
      return answer;
    }
    if (failure == null) {
      return noRows();
    }
    if (async) {
      return CompletableFuture.failedFuture(failure);
    }
    throw failure;
  }

  private static ResultSet noRows() {
    return (ResultSet)
        Proxy.newProxyInstance(
            ResultSet.class.getClassLoader(),
            new Class<?>[] {ResultSet.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "isFullyFetched" -> true;
                  case "getAvailableWithoutFetching" -> 0;
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private PreparedStatement prepared(PrepareRequest request) {
    ColumnDefinition id =
        new DefaultColumnDefinition(
            new ColumnSpec("shop", "carts", "id", 0, RawType.PRIMITIVES.get(keyType)), context);
    return FakePrepared.of(
        ByteBuffer.wrap(new byte[] {statementId}),
        request.getQuery(),
        List.of(id),
        keyMarkers,
        request.getConsistencyLevelForBoundStatements(),
        context.getCodecRegistry(),
        context.getProtocolVersion());
  }

  private static ColumnMetadata column(String name, DataType type) {
    return new DefaultColumnMetadata(SHOP, CARTS, CqlIdentifier.fromInternal(name), type, false);
  }

  private static ColumnMetadata column(String name) {
    return column(name, DataTypes.INT);
  }

  private static Map<CqlIdentifier, TableMetadata> tables(String... partitionKey) {
    return tables(DataTypes.INT, partitionKey);
  }

  private static Map<CqlIdentifier, TableMetadata> tables(DataType value, String... partitionKey) {
    Map<CqlIdentifier, ColumnMetadata> columns = new LinkedHashMap<>();
    Map<ColumnMetadata, ClusteringOrder> clustering = new LinkedHashMap<>();
    for (String each : List.of("id", "day", "hour")) {
      columns.put(CqlIdentifier.fromInternal(each), column(each));
    }
    columns.put(CqlIdentifier.fromInternal("v"), column("v", value));
    List<ColumnMetadata> key = Stream.of(partitionKey).map(FakeSession::column).toList();
    Stream.of(column("day"), column("hour"))
        .filter(each -> !key.contains(each))
        .forEach(each -> clustering.put(each, ClusteringOrder.ASC));
    return Map.of(
        CARTS,
        new DefaultTableMetadata(
            SHOP,
            CARTS,
            UUID.randomUUID(),
            false,
            false,
            key,
            clustering,
            columns,
            Map.of(),
            Map.of()));
  }

  /** Drops the table, and makes it again with this key; with none it is dropped only. */
  public void makeTable(String... partitionKey) {
    schema = Map.of(SHOP, keyspace(partitionKey.length == 0 ? Map.of() : tables(partitionKey)));
  }

  /** Something of the keyspace is altered, and nothing of its tables. */
  public void alterKeyspace() {
    schema = Map.of(SHOP, keyspace(schema.get(SHOP).getTables()));
  }

  /** Drops the table, and makes it again with counters. */
  public void makeCounters() {
    schema = Map.of(SHOP, keyspace(tables(DataTypes.COUNTER, "id")));
  }

  /** A driver of another process, on the same cluster. */
  void sameSchema(FakeSession other) {
    schema = other.schema;
  }

  private KeyspaceMetadata keyspace(Map<CqlIdentifier, TableMetadata> tables) {
    Map<String, String> replication = new HashMap<>(replicas);
    replication.put("class", "org.apache.cassandra.locator.NetworkTopologyStrategy");
    return new DefaultKeyspaceMetadata(
        SHOP, true, false, replication, Map.of(), tables, Map.of(), Map.of(), Map.of());
  }

  private Metadata metadata() {
    return (Metadata)
        Proxy.newProxyInstance(
            Metadata.class.getClassLoader(),
            new Class<?>[] {Metadata.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "getNodes" -> nodes;
                  case "getTokenMap" -> tokenMap;
                  case "getClusterName" -> Optional.of("fake");
                  case "getKeyspaces" -> schema;
                  case "getKeyspace" -> Optional.ofNullable(schema.get(arguments[0]));
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  /** Executed when it is subscribed to, and complete at once, without rows. */
  private final class Reactive implements ReactiveResultSet {
    private final Statement<?> request;

    Reactive(Statement<?> request) {
      this.request = request;
    }

    @Override
    public void subscribe(Subscriber<? super ReactiveRow> subscriber) {
      executed.add(request);
      subscriber.onSubscribe(
          new Subscription() {
            @Override
            public void request(long rows) {}

            @Override
            public void cancel() {}
          });
      subscriber.onComplete();
    }

    @Override
    public Publisher<? extends ColumnDefinitions> getColumnDefinitions() {
      throw new UnsupportedOperationException("getColumnDefinitions");
    }

    @Override
    public Publisher<? extends ExecutionInfo> getExecutionInfos() {
      throw new UnsupportedOperationException("getExecutionInfos");
    }

    @Override
    public Publisher<Boolean> wasApplied() {
      throw new UnsupportedOperationException("wasApplied");
    }
  }

  private final class Driver implements CqlSession {
    @Override
    @SuppressWarnings("unchecked") // Checked by the result type.
    public <RequestT extends Request, ResultT> ResultT execute(
        RequestT request, GenericType<ResultT> resultType) {
      if (resultType.equals(ForwardingReactiveResult.TYPE)) {
        return (ResultT) new Reactive((Statement<?>) request);
      }
      boolean async = resultType.equals(Statement.ASYNC) || resultType.equals(PrepareRequest.ASYNC);
      return (ResultT) answer(request, async);
    }

    @Override
    public String getName() {
      return "fake";
    }

    @Override
    public Metadata getMetadata() {
      if (metadataFailure != null) {
        throw metadataFailure;
      }
      return metadata();
    }

    @Override
    public boolean isSchemaMetadataEnabled() {
      return true;
    }

    @Override
    public CompletionStage<Metadata> setSchemaMetadataEnabled(Boolean newValue) {
      return CompletableFuture.completedFuture(metadata());
    }

    @Override
    public CompletionStage<Metadata> refreshSchemaAsync() {
      return CompletableFuture.completedFuture(metadata());
    }

    @Override
    public CompletionStage<Boolean> checkSchemaAgreementAsync() {
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public DriverContext getContext() {
      return context;
    }

    @Override
    public Optional<CqlIdentifier> getKeyspace() {
      return Optional.empty();
    }

    @Override
    public Optional<Metrics> getMetrics() {
      return Optional.empty();
    }

    @Override
    public CompletionStage<Void> closeFuture() {
      return closed;
    }

    @Override
    public CompletionStage<Void> closeAsync() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> forceCloseAsync() {
      return closeAsync();
    }
  }
}
