/**
 * Apache Cassandra as an engine: which jars a version consists of, how a node is configured to be
 * small and to start together with the others, where its tokens lie, and how it shows that it is
 * ready. What is the same for other stores lives in {@code org.quorate.lab.engine.local}. Nodes ask
 * no client for a password; they listen on loopback addresses only.
 */
@NullMarked
package org.quorate.lab.cassandra;

import org.jspecify.annotations.NullMarked;
