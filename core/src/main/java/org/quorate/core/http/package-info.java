/**
 * How much of an HTTP answer is taken in: {@link org.quorate.core.http.LimitedBody} ends a body
 * that is larger than it may be.
 *
 * <p>Bytes only. Who is asked, by which client and with which login, belongs to those who ask: the
 * monitor of a store, or a meter of power. No client is made here, and nothing is sent.
 */
@NullMarked
package org.quorate.core.http;

import org.jspecify.annotations.NullMarked;
