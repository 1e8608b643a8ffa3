/**
 * Numbers that others collected, under a name and with labels: what unit they are in, and which of
 * several series is which. Shared by the meters that read monitoring systems.
 *
 * <p>Such a number says neither what it measures nor in which unit, unless its name is known. So
 * either a meter knows the name, or its user must say both; nothing is guessed from a name's end.
 */
@NullMarked
package org.quorate.power.metric;

import org.jspecify.annotations.NullMarked;
