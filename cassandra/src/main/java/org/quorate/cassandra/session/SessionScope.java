package org.quorate.cassandra.session;

import org.jspecify.annotations.Nullable;
import org.quorate.core.guarantee.SessionTokens;

/**
 * The session on behalf of one client, such as one user of a web application: its reads keep what
 * was guaranteed of their tables over all scopes that the client's token has been through, whatever
 * process they were in. Tables of which nothing was guaranteed are read as through the session.
 *
 * <p>Thread-safe. Closing a scope closes nothing.
 */
public interface SessionScope extends GuaranteedSession {
  /**
   * What the client has to bring along next time, {@value SessionTokens#CHARACTERS} characters,
   * such as for a cookie: all that has been sent through this scope so far. To be asked for when
   * the answers are there.
   */
  String token();

  /**
   * Takes in what another token of the same client knows, as where several of its requests were
   * answered side by side.
   *
   * @param token as of {@link AdaptiveSession#resume}
   */
  void merge(@Nullable String token);

  /** How the token that it was resumed with was understood. */
  SessionTokens.Standing standing();

  /** Why, one sentence. */
  String reason();
}
