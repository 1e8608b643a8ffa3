/**
 * What the processes that use one table tell one another of it, so that many which each see a part
 * of the traffic decide like one that sees all of it.
 *
 * <p>A {@link org.quorate.core.evidence.ProcessEvidence} is what one process knows of one table at
 * one moment; {@link org.quorate.core.evidence.EvidenceCodec} writes it into bytes and reads bytes
 * of whatever origin. An {@link org.quorate.core.evidence.EvidenceMap} is the newest of each
 * process and can be merged in any order; {@link org.quorate.core.evidence.HeardEvidence} says how
 * long each counts, by the clock of the process that hears, and {@link
 * org.quorate.core.evidence.EvidencePool} what of it may lower levels and what may only raise them;
 * {@link org.quorate.core.evidence.SharedTimes} says so of what pairs waited.
 *
 * <p>Nothing here has a clock, a connection or randomness; where values are kept is the driver's
 * side, and what is decided on them in {@code org.quorate.core.policy}.
 */
@NullMarked
package org.quorate.core.evidence;

import org.jspecify.annotations.NullMarked;
