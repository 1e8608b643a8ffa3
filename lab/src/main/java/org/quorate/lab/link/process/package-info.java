/**
 * Links in a process of their own, so that neither the load generator's garbage collection nor its
 * appetite for processor time delays the traffic between the nodes, and so that a cluster may go on
 * when the process that started it has ended.
 *
 * <p>{@link org.quorate.lab.link.process.LinkProcess} starts the process, whose program is {@link
 * org.quorate.lab.link.process.LinkCarrier}. What is to be carried is in {@link
 * org.quorate.lab.link.process.LinkPlan}, a file in the cluster's directory; what has been, in
 * {@link org.quorate.lab.link.process.LinkStatus}, another. While both processes run, {@link
 * org.quorate.lab.link.process.RemoteLinks} changes and reads links over a socket of the file
 * system: one line of JSON each way per {@linkplain org.quorate.lab.link.process.LinkRequest
 * request}. How bytes are delayed is the {@link org.quorate.lab.link.relay relay's} business.
 */
@NullMarked
package org.quorate.lab.link.process;

import org.jspecify.annotations.NullMarked;
