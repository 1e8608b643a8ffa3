/**
 * How long a message travels one way from one node to another: the distributions that a study may
 * put on a link. They are values, written as text in study files and drawn from with a random
 * generator that the caller hands in, so that the relay of the lab, which delays real bytes, and a
 * simulator, which delays imagined ones, take their delays from the same place.
 *
 * <p>What a link makes of a drawn delay (order of messages, bandwidth, cuts) does not live here,
 * and neither do delays that were measured.
 */
@NullMarked
package org.quorate.core.delay;

import org.jspecify.annotations.NullMarked;
