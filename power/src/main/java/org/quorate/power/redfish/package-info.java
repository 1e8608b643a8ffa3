/**
 * The meter {@code redfish}: what a server's management controller tells over DMTF's Redfish.
 *
 * <p>Controllers of different makers and years tell the same watts in different places. {@link
 * org.quorate.power.redfish.Discovery} looks at them once, when a meter is opened, in the order of
 * {@link org.quorate.power.redfish.RedfishUse}, and settles on resources and places in them; the
 * meter then fetches these alone. What could be meant twice (two chassis with a power reading, a
 * server's and its chassis's control) is never added up: it is refused, with the option that
 * decides. Averages over minutes are never read.
 *
 * <p>A {@link org.quorate.power.redfish.RedfishSession} logs in, and out again, because controllers
 * keep few sessions.
 */
@NullMarked
package org.quorate.power.redfish;

import org.jspecify.annotations.NullMarked;
