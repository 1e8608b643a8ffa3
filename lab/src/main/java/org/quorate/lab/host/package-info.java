/**
 * Load hosts: processes, on other computers or here, that send the load of a study together, each
 * started by a command of the user's, such as {@code ssh}, so that no port is opened and logins are
 * somebody else's matter.
 *
 * <p>{@link org.quorate.lab.host.LoadHosts} is the coordinator's side: it starts the hosts, gives
 * each its share, compares their clocks with its own, has all begin together, and puts together
 * what they tell; {@link org.quorate.lab.host.HostConnection} is one host as seen from there.
 * {@link org.quorate.lab.host.LoadHost} is the other side, the host itself. They speak {@link
 * org.quorate.lab.host.HostMessage}s, one line of JSON each, over standard input and output. What a
 * host sends is taken for data: lines have a longest length, and each operation is read and written
 * anew before it is in a file.
 *
 * <p>Histories are told while the load goes on, in the history format, and lie on the coordinator's
 * disk, by its clock; how far that may be off is beside each. A host whose standard input ends ends
 * too, so none outlives its coordinator.
 */
@NullMarked
package org.quorate.lab.host;

import org.jspecify.annotations.NullMarked;
