/**
 * What is needed to reach a server and to be let in: its host, and a login, from a file or the
 * environment, never from a command line, where everybody on the machine could read it. And what
 * can be said of a cluster without asking it: what the driver knows, and what a failure to answer
 * was.
 *
 * <p>Nothing here connects to anything.
 */
@NullMarked
package org.quorate.cassandra.access;

import org.jspecify.annotations.NullMarked;
