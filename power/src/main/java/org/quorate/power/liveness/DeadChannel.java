package org.quorate.power.liveness;

/**
 * A channel that tells nothing.
 *
 * @param index its place in the meter's channels
 * @param name the channel's name
 * @param counted whether it is part of the meter's sum
 * @param reason one sentence without its full stop, such as {@code package-0 stayed at 0 J for 3 s
 *     while a processor worked: a dead counter}
 */
public record DeadChannel(int index, String name, boolean counted, String reason) {}
