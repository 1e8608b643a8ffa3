package org.quorate.cassandra.guarantee;

/** Who is promised the guarantees of a table. */
public enum GuaranteedTo {
  /** The session as a whole, with all that goes through it, and each of its scopes. */
  SESSION,

  /**
   * Each request that asks for it: what goes through {@code AdaptiveSession.guaranteed()}, or
   * through a scope. Of the session's other requests, writes are remembered, and reads are sent as
   * if nothing were promised.
   */
  REQUESTS,

  /** Each scope by itself, such as one user of the application. */
  SCOPES
}
