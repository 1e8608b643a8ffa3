/**
 * Links made by a relay: a program between the nodes that takes what they send, holds it for the
 * delay of its link, and passes it on. It needs no help from the kernel, only that a node can
 * advertise another address than the one it listens on.
 */
@NullMarked
package org.quorate.lab.link.relay;

import org.jspecify.annotations.NullMarked;
