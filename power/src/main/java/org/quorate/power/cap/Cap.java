package org.quorate.power.cap;

/**
 * A cap that is on.
 *
 * @param by name of the {@link ProcessorCap}
 * @param asked the share that was asked for, above 0 to 1
 * @param reached the share that the processors say they are limited to; of several the largest
 * @param detail what was set, such as {@code 8 processors, 2160 of 3600 MHz}
 */
public record Cap(String by, double asked, double reached, String detail) {}
