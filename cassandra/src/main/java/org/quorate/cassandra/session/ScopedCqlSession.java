package org.quorate.cassandra.session;

import org.jspecify.annotations.Nullable;
import org.quorate.cassandra.guarantee.ScopeClient;
import org.quorate.core.guarantee.SessionTokens;

/** A scope of an adaptive session. Thread-safe. */
final class ScopedCqlSession extends ClientCqlSession implements SessionScope {
  private final Scopes scopes;
  private final SessionTokens.Reading reading;

  /**
   * @param client whose memory is that of the reading
   */
  ScopedCqlSession(
      AdaptiveCqlSession session,
      Scopes scopes,
      ScopeClient client,
      SessionTokens.Reading reading) {
    super(session, client);
    this.scopes = scopes;
    this.reading = reading;
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
}
