/**
 * Session guarantees of an adaptive session: what was promised of which table, to whom, and what
 * each read therefore needs. The arithmetic and the token are {@code core.guarantee}'s; here are
 * the settings, the plan in effect of each table, and the two kinds of client that can be promised
 * something:
 *
 * <ul>
 *   <li>the whole session, so all that this process does with it, or those of its requests that
 *       ask: {@link org.quorate.cassandra.guarantee.SessionClient};
 *   <li>one user of the application, whose requests may be answered by several processes: {@link
 *       org.quorate.cassandra.guarantee.ScopeClient}, whose memory goes with the user as a token.
 * </ul>
 *
 * <p>Nothing here sends a request. The session asks the client of a request for the least level of
 * a read before it is sent, and tells it what was sent.
 */
@NullMarked
package org.quorate.cassandra.guarantee;

import org.jspecify.annotations.NullMarked;
