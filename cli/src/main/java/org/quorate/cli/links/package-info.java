/**
 * Carries the links of a cluster that goes on running after its command has returned: {@link
 * org.quorate.cli.links.LinkProcess} starts a process of its own for the relay, {@link
 * org.quorate.cli.links.LinkCarrier} is that process's program, and the two talk through small
 * files in the cluster's directory: {@link org.quorate.cli.links.LinkPlan} says what is to be
 * carried, {@link org.quorate.cli.links.LinkStatus} what has been. How bytes are delayed is the
 * lab's business.
 */
@NullMarked
package org.quorate.cli.links;

import org.jspecify.annotations.NullMarked;
