package org.quorate.lab.link;

/**
 * Whose bytes the links of a cluster carry, which also says how connections begin, and so how it is
 * found out who opened them.
 */
public enum LinkTraffic {
  /** What nodes of Cassandra send one another: a link for each ordered pair of nodes. */
  BETWEEN_CASSANDRA_NODES,

  /**
   * What clients of HBase and its region servers send one another: two opposite links for each
   * server, whose other end is {@link Links#CLIENTS}. Region servers have nothing to send one
   * another. What the master and the servers themselves send to a server passes at once and is
   * counted on no link.
   */
  WITH_HBASE_CLIENTS;

  /**
   * The user as whom HBase's servers are started; whoever states another is a client. No user of
   * any machine, so that a client may call itself {@code hbase}.
   */
  public static final String HBASE_SERVER_USER = "quorate-hbase";
}
