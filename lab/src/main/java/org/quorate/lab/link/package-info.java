/**
 * The network between the nodes of a cluster, as a study sees it: one {@link
 * org.quorate.lab.link.Link} per ordered pair of nodes, whose one-way delay, bandwidth and
 * connectedness can be set while the cluster runs, and which reports the delay that bytes really
 * had. The delay set and the delay achieved are two things, because a connection keeps its order
 * and a busy machine is late; reports show the latter.
 *
 * <p>Only contracts and values live here. What delays the bytes is in a package of its own, the
 * {@link org.quorate.lab.link.relay relay}. Nothing here starts a server or knows which store talks
 * over the links, with one exception that the relay states.
 */
@NullMarked
package org.quorate.lab.link;

import org.jspecify.annotations.NullMarked;
