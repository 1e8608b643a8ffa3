/**
 * The meter {@code kwollect}: what Grid'5000 and other testbeds collected of their hosts with
 * Kwollect, read from its web interface.
 *
 * <p>Data come some seconds late and in spans: every reading asks for what is newer than the last
 * point it saw, never for more than five minutes at once, because Kwollect gives up on large
 * questions. A wattmeter's point is the mean of one second and is stamped with its start; {@link
 * org.quorate.power.kwollect.KnownMetric} knows that, and the unit and scope of the usual metrics.
 */
@NullMarked
package org.quorate.power.kwollect;

import org.jspecify.annotations.NullMarked;
