/**
 * Nodes of a running Cassandra cluster that rest: are drained and stopped on purpose, and come back
 * with every write that was acknowledged meanwhile before they have clients again.
 *
 * <p>{@link org.quorate.lab.cassandra.rest.RestingReplicas} is what others use. It reads the
 * cluster over JMX and CQL ({@link org.quorate.lab.cassandra.rest.LiveSituation}), has {@code
 * org.quorate.core.rest} decide, and takes the steps of {@link
 * org.quorate.lab.cassandra.rest.RestSteps}, each of which is {@linkplain
 * org.quorate.lab.cassandra.rest.RestJournal written down} before it is taken. So a controller may
 * be killed at any moment: the next command, the same or the opposite one, goes on from there. A
 * {@link org.quorate.lab.cassandra.rest.RestingGear} takes them again and again, as a policy of
 * {@code org.quorate.core.rest} decides by what nodes count.
 */
@NullMarked
package org.quorate.lab.cassandra.rest;

import org.jspecify.annotations.NullMarked;
