/**
 * Which replicas may rest: be switched off for a while on purpose, and come back with every write
 * that was acknowledged meanwhile.
 *
 * <p>How many servers a load needs is decided in {@code org.quorate.core.offload}, which knows no
 * rows; here is what their rows allow. A {@link org.quorate.core.rest.RestSituation} is a cluster
 * at one instant: {@linkplain org.quorate.core.rest.RestNode nodes} with their data centre, rack
 * and condition, {@linkplain org.quorate.core.rest.RestKeyspace keyspaces} with the replicas of
 * their rows and the levels that they are read and written at, and {@linkplain
 * org.quorate.core.rest.RestTerms terms}. A {@link org.quorate.core.rest.RestCheck} answers for a
 * set of nodes with a {@link org.quorate.core.rest.RestDecision}: they may rest, for so long at
 * most, or they must stay, with the reason.
 *
 * <p>What follows from that, in plain words: a whole data centre that no client uses may rest while
 * the clients of another, with three replicas, keep to LOCAL_QUORUM; in a data centre of three
 * replicas whose clients want QUORUM and one more node to be allowed to fail, none may.
 *
 * <p>When a gear, nodes that rest and wake together, does so by the load, is decided by a {@link
 * org.quorate.core.rest.GearPolicy}, which is told the {@linkplain
 * org.quorate.core.rest.GearLoadWindow load} that the others would have without it, and what the
 * check says.
 *
 * <p>A {@link org.quorate.core.rest.RestPlanner} asks it for many sets, and looks at a {@link
 * org.quorate.core.rest.DayLoad}, for which nodes could rest in which hours: a {@link
 * org.quorate.core.rest.RestPlan}, of which {@link org.quorate.core.rest.RestSaving} reckons what
 * it saves.
 *
 * <p>Pure: no clock, no store. How nodes rest is for whoever asks.
 */
@NullMarked
package org.quorate.core.rest;

import org.jspecify.annotations.NullMarked;
