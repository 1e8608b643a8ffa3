/**
 * The commands about power: which meters there are ({@code power list}), what one says ({@code
 * power watch}), what stands in where there is none ({@code power models}, {@code power
 * calibrate}), and processors that are made slower ({@code power cap}). They open, ask and print;
 * what a reading means, and what it adds up to, is decided in the module power.
 */
@NullMarked
package org.quorate.cli.power;

import org.jspecify.annotations.NullMarked;
