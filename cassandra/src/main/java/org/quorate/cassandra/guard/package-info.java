/**
 * Tables whose reads a level does not decide as Apache Cassandra's do, and which are therefore left
 * alone: other products that speak CQL, tables whose reads go through a consensus protocol, and
 * keyspaces whose replicas are not all full copies.
 *
 * <p>{@link org.quorate.cassandra.guard.TableGuard} knows them all by name and says of each in one
 * sentence why; it is pure. {@link org.quorate.cassandra.guard.SchemaReader} asks the cluster for
 * what the driver's metadata do not have. Nothing here chooses a level.
 */
@NullMarked
package org.quorate.cassandra.guard;

import org.jspecify.annotations.NullMarked;
