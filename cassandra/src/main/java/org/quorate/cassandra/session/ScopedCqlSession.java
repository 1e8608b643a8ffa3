package org.quorate.cassandra.session;

import com.datastax.oss.driver.api.core.cql.Statement;
import com.datastax.oss.driver.api.core.session.Request;
import com.datastax.oss.driver.api.core.type.reflect.GenericType;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.control.LevelExplanation;
import org.quorate.cassandra.guarantee.ScopeClient;
import org.quorate.core.guarantee.SessionTokens;

/** A scope of an adaptive session. Thread-safe. */
final class ScopedCqlSession extends ForwardingCqlSession implements SessionScope {
  private final AdaptiveCqlSession session;
  private final Scopes scopes;
  private final ScopeClient client;
  private final SessionTokens.Reading reading;

  /**
   * @param client whose memory is that of the reading
   */
  ScopedCqlSession(
      AdaptiveCqlSession session,
      Scopes scopes,
      ScopeClient client,
      SessionTokens.Reading reading) {
    super(session);
    this.session = session;
    this.scopes = scopes;
    this.client = client;
    this.reading = reading;
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
  public String token() {
    return scopes.write(reading.memory());
  }

  @Override
  public void merge(@Nullable String token) {
    reading.memory().merge(scopes.read(token).memory());
  }

  @Override
  public SessionTokens.Standing standing() {
    return reading.standing();
  }

  @Override
  public String reason() {
    return reading.reason();
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
