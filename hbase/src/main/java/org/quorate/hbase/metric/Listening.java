package org.quorate.hbase.metric;

import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Who hears of single writes, and where.
 *
 * @param listener that hears
 * @param executor on which it is called; a thread of deferral's own if there is none. One that runs
 *     what it is given on the calling thread, such as {@code Runnable::run}, has the listener
 *     called on threads that carry answers of servers: then it must return at once, for all flushes
 *     wait for it, and must not write, flush or read
 */
public record Listening(DeferralListener listener, Optional<Executor> executor) {}
