package org.quorate.cassandra.guarantee;

/** Who is promised the guarantees of a table. */
public enum GuaranteedTo {
  /** The session as a whole, with all that goes through it, and each of its scopes. */
  SESSION,

  /** Each scope by itself, such as one user of the application. */
  SCOPES
}
