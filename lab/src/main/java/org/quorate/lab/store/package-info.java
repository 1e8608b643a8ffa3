/**
 * Where a run's operations are sent: its {@link org.quorate.lab.store.LaneStores}, one store for
 * all its clients, one for each of its processes, or, where the client library blocks, one for each
 * client; and the adapters to real stores through their own client libraries. What a store owes
 * whoever sends to it is said in {@code org.quorate.load.store}.
 */
@NullMarked
package org.quorate.lab.store;

import org.jspecify.annotations.NullMarked;
