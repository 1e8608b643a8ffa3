/**
 * Where operations are sent: the store's contract, its versions, and the adapters to real stores
 * through their own client libraries. A store sends exactly one request for each call and says what
 * became of it; when to send what is the business of {@code org.quorate.lab.load}.
 *
 * <p>A run sends to {@link org.quorate.lab.store.LaneStores}: one store for all its clients, or,
 * where the client library blocks, one for each. A store may end a write when it has accepted it;
 * what became of such writes is told as {@link org.quorate.lab.store.DeferredWrites}, once {@link
 * org.quorate.lab.store.Store#finish()} has had all of them sent.
 */
@NullMarked
package org.quorate.lab.store;

import org.jspecify.annotations.NullMarked;
