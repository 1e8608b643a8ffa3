package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.guarantee.Client;

/** An adaptive session on behalf of one client. Thread-safe. */
class ClientCqlSession extends ForwardingCqlSession implements GuaranteedSession {
  private final AdaptiveCqlSession session;
  private final Client client;

  ClientCqlSession(AdaptiveCqlSession session, Client client) {
    super(session);
    this.session = session;
    this.client = client;
  }

  @Override
  public <RequestT extends Request, ResultT> @Nullable ResultT execute(
      RequestT request, GenericType<ResultT> resultType) {
    return session.execute(request, client, resultType);
  }

  @Override
  public LevelExplanation explain(Statement<?> statement) {
    return session.explain(statement, client);
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
