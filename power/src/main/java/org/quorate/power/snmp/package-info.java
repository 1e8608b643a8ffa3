/**
 * The meter {@code snmp}: outlets of power distribution units, read with the Simple Network
 * Management Protocol in its versions 1, 2c and 3.
 *
 * <p>What vendors differ in is data: each row of {@code families.yaml}, an {@link
 * org.quorate.power.snmp.OutletFamily}, says under which object identifiers a family of devices
 * keeps the watts of an outlet, in which unit and scale, and how it says "not available". A user's
 * own row is given by options or in a file of the same form. {@link
 * org.quorate.power.snmp.SnmpKind} chooses the row by the device's own {@code sysObjectID}, fills
 * in outlets and reads them once; the meter then sends one request for all of them.
 *
 * <p>Energy counters of such devices advance in steps of a watt-hour to a tenth of a kilowatt-hour,
 * which is too coarse for runs of minutes: watts are counted, and energy is shown apart, to check
 * by. Only the session knows the protocol's library; judging what the numbers are worth is not done
 * here.
 */
@NullMarked
package org.quorate.power.snmp;

import org.jspecify.annotations.NullMarked;
