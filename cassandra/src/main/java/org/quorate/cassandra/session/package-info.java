/**
 * The session that an application uses in place of its own: the same interface, the same results,
 * and another level where a table was opted in.
 *
 * <p>Everything passes through {@link org.quorate.cassandra.session.AdaptiveCqlSession}, which
 * looks at each request, decides whether it is a read that it may touch, and hands it to the
 * application's own session. What it cannot name for certain it leaves alone. Nothing here decides
 * a level.
 */
@NullMarked
package org.quorate.cassandra.session;

import org.jspecify.annotations.NullMarked;
