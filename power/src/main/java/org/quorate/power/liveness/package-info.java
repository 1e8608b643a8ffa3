/**
 * Whether a meter that opens also lives.
 *
 * <p>Some counters open without an error and stay at zero for ever, such as the energy events that
 * many virtual machines show. A tool that trusts them reports that work costs 0 J. {@link
 * org.quorate.power.liveness.LivenessCheck} therefore makes a little processor load and wants to
 * see that every channel tells something: that a counter advances, that a gauge is not at 0 W. It
 * works on any meter, before the meter is given to anybody. Time and work come in through {@link
 * org.quorate.power.liveness.SyntheticLoad}, so that tests take no time.
 *
 * <p>What happens to a meter in the course of a run is not judged here but where readings become
 * joules.
 */
@NullMarked
package org.quorate.power.liveness;

import org.jspecify.annotations.NullMarked;
