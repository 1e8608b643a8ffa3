/**
 * Links made by a relay: a program between the nodes that takes what they send, holds it for the
 * delay of its link, and passes it on. It needs no help from the kernel, only that a node can
 * advertise another address than the one it listens on.
 *
 * <p>{@link org.quorate.lab.link.relay.Relay} is the way in. Behind it one thread ({@code
 * RelayLoop}) does all work on sockets, so nothing here takes a lock while bytes flow, and nothing
 * is allocated for a message. A connection that a node opened through the relay ({@code
 * RelayedConnection}) has two sockets ({@code Side}) and two flows of bytes between them ({@code
 * Flow}), one on each of the two opposite links. A flow keeps its bytes in pooled segments ({@code
 * HeldBytes}) and their instants of delivery in a ring ({@code ChunkQueue}).
 *
 * <p>When something is delivered is decided by {@code ChunkQueue} and {@code TransmissionClock}
 * alone, which see instants but no clock, so that tests pin them exactly. The only knowledge of
 * particular stores is in {@code CassandraGreeting} and {@code HBaseGreeting}: they read from the
 * first bytes of a connection who opened it.
 */
@NullMarked
package org.quorate.lab.link.relay;

import org.jspecify.annotations.NullMarked;
