package org.quorate.bench.session;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.ColumnDefinition;
import com.datastax.oss.driver.api.core.cql.PrepareRequest;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metrics.Metrics;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import com.datastax.oss.driver.internal.core.context.InternalDriverContext;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinition;
import com.datastax.oss.driver.internal.core.cql.DefaultColumnDefinitions;
import com.datastax.oss.driver.internal.core.cql.DefaultPreparedStatement;
import com.datastax.oss.driver.internal.core.cql.EmptyColumnDefinitions;
import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.result.ColumnSpec;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A session without a cluster: encodes each statement, answers at once that there are no rows, in
 * tables of the schema that there is no such table, and prepares statements with one bind marker,
 * {@code id int}. Not thread-safe.
 */
final class StandInSession implements CqlSession {
  private static final CompletionStage<AsyncResultSet> NO_SUCH_TABLE =
      CompletableFuture.failedFuture(
          new InvalidQueryException(
              (Node)
                  Proxy.newProxyInstance(
                      Node.class.getClassLoader(),
                      new Class<?>[] {Node.class},
                      (node, method, arguments) -> "stand-in"),
              "no such table"));

  private final InternalDriverContext context = StandInContext.create();
  private final Metadata metadata = new ShopMetadata();
  private final Encoding encoding;
  private @Nullable Object encoded;

  StandInSession(Encoding encoding) {
    this.encoding = encoding;
  }

  /** What came of the last statement. */
  @Nullable Object encoded() {
    return encoded;
  }

  @Override
  @SuppressWarnings("unchecked") // Checked by the result type.
  public <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, GenericType<ResultT> resultType) {
    if (request instanceof Statement<?> statement) {
      encoded = encoding.encode(statement, context);
      if (resultType.equals(Statement.SYNC)) {
        return (ResultT) NoRows.SYNC;
      }
      return (ResultT) (isOfSchema(statement) ? NO_SUCH_TABLE : NoRows.ASYNC);
    }
    PreparedStatement prepared = prepared((PrepareRequest) request);
    return (ResultT)
        (resultType.equals(PrepareRequest.SYNC)
            ? prepared
            : CompletableFuture.completedFuture(prepared));
  }

  /** A cluster that had any of these tables would be none of Cassandra's. */
  private static boolean isOfSchema(Statement<?> statement) {
    return statement instanceof SimpleStatement simple
        && simple.getQuery().contains("FROM system_schema");
  }

  private PreparedStatement prepared(PrepareRequest request) {
    ColumnDefinition id =
        new DefaultColumnDefinition(
            new ColumnSpec(
                "shop", "carts", "id", 0, RawType.PRIMITIVES.get(ProtocolConstants.DataType.INT)),
            context);
    return new DefaultPreparedStatement(
        ByteBuffer.wrap(request.getQuery().getBytes(StandardCharsets.UTF_8)),
        request.getQuery(),
        DefaultColumnDefinitions.valueOf(List.of(id)),
        List.of(0),
        null,
        EmptyColumnDefinitions.INSTANCE,
        null,
        Map.of(),
        null,
        null,
        null,
        null,
        null,
        Map.of(),
        null,
        null,
        null,
        Integer.MIN_VALUE,
        request.getConsistencyLevelForBoundStatements(),
        null,
        false,
        context.getCodecRegistry(),
        context.getProtocolVersion());
  }

  @Override
  public String getName() {
    return "stand-in";
  }

  @Override
  public Metadata getMetadata() {
    return metadata;
  }

  @Override
  public boolean isSchemaMetadataEnabled() {
    return true;
  }

  @Override
  public CompletionStage<Metadata> setSchemaMetadataEnabled(@Nullable Boolean newValue) {
    return CompletableFuture.completedFuture(metadata);
  }

  @Override
  public CompletionStage<Metadata> refreshSchemaAsync() {
    return CompletableFuture.completedFuture(metadata);
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
    return new CompletableFuture<>();
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
