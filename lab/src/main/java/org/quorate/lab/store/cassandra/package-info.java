/**
 * The store that is Apache Cassandra, through its own Java driver: how a row is laid out ({@link
 * org.quorate.lab.store.cassandra.TableLayout}, YCSB's own table and one column for the version),
 * how a cluster is connected to, how keyspaces and tables are made, how one request is sent, and
 * what each of the driver's failures says of a request's fate ({@link
 * org.quorate.lab.store.cassandra.FailureKind}).
 *
 * <p>Everything that the driver would do on its own (retries, speculative executions, timestamps of
 * its own, metrics) is off, whatever a user's configuration file says, because a history must say
 * what was sent. Nothing here decides when to send what, and nothing here starts a server.
 */
@NullMarked
package org.quorate.lab.store.cassandra;

import org.jspecify.annotations.NullMarked;
