/**
 * What reads of a table would do at each level, at loads and delays that nobody has measured yet:
 * how many would be stale, how old what they missed would be, how many replicas they would ask.
 *
 * <p>All of it is simulated ({@code org.quorate.core.staleness.wars}) and estimated, and is to be
 * called so. Where the numbers come from that it starts with, and how it is shown, is not known
 * here.
 */
@NullMarked
package org.quorate.core.forecast;

import org.jspecify.annotations.NullMarked;
