/**
 * WARS, whole: how stale reads are, by the four one-way delays of a write and of the read after it
 * (Bailis, Venkataraman, Franklin, Hellerstein, Stoica: Probabilistically Bounded Staleness for
 * Practical Partial Quorums, PVLDB 5(8), 2012), and by what the paper leaves out: a coordinator
 * that is a replica itself, a coordinator that asks no more replicas than it needs, and chooses
 * which, links that differ, queues, read repair, speculative retry.
 *
 * <p>A {@link org.quorate.core.staleness.wars.WarsScenario} says where the replicas are and how
 * they are asked, which a {@link org.quorate.core.staleness.wars.ReplicaRow} knows by racks, data
 * centres and a {@link org.quorate.core.staleness.wars.Snitch}; {@link
 * org.quorate.core.staleness.wars.WarsSimulation} draws writes and reads of it, and {@link
 * org.quorate.core.staleness.wars.StaleAges} is what they have shown: the chance of a stale read at
 * every age of the newest write at once, the age at which few enough are left, the rate among
 * random reads, all with the error that so many draws have.
 *
 * <p>Randomness is handed in, and each trial has a stream of its own, so that the same numbers make
 * the trial of every read level and of every scenario: estimates do not rise with the level by
 * chance, and a seed gives the same ones again.
 */
@NullMarked
package org.quorate.core.staleness.wars;

import org.jspecify.annotations.NullMarked;
