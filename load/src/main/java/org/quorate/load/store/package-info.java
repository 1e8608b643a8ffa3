/**
 * What operations are sent to, as whoever sends them sees it: a contract, and no store. A store
 * sends exactly one request for each call and says what became of it; when to send what is the
 * business of {@code org.quorate.load}.
 *
 * <p>A store may end a write when it has accepted it; what became of such writes is told as {@link
 * org.quorate.load.store.DeferredWrites}, once {@link org.quorate.load.store.Store#finish()} has
 * had all of them sent.
 */
@NullMarked
package org.quorate.load.store;

import org.jspecify.annotations.NullMarked;
