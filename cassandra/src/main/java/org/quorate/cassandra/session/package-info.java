/**
 * The session that an application uses in place of its own: the same interface, the same results,
 * and another level where a table was opted in.
 *
 * <p>Everything passes through {@link org.quorate.cassandra.session.AdaptiveCqlSession}, which
 * looks at each request, decides whether it is a read that it may touch, and hands it to the
 * application's own session. What it cannot name for certain it leaves alone. Nothing here decides
 * a level.
 *
 * <p>Not divided: statements, reads and writes share what is known of a request and of faults, so
 * that packages for them would have a type public for about every second that goes, and
 * applications are to see no more than the few that are.
 */
@NullMarked
package org.quorate.cassandra.session;

import org.jspecify.annotations.NullMarked;
