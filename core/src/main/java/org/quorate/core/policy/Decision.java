package org.quorate.core.policy;

import java.util.Optional;
import org.quorate.core.level.Level;
import org.quorate.core.staleness.Estimate;

/**
 * The read level that a policy chose, and why.
 *
 * @param level for reads from now on
 * @param reason one sentence for people, with the numbers that decided
 * @param estimate of the stale-read rate at ONE that the decision rests on, where there is one
 */
public record Decision(Level level, String reason, Optional<Estimate> estimate) {}
