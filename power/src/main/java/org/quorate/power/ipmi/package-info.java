/**
 * The meter {@code ipmi}: what a server's management controller tells over IPMI, asked through the
 * program {@code ipmitool}.
 *
 * <p>{@link org.quorate.power.ipmi.Ipmitool} runs the program with a limit on its time and on its
 * output, and hands it the password in its environment, where no list of processes shows it. {@link
 * org.quorate.power.ipmi.DcmiAnswer} reads what it prints about DCMI's power reading, in the forms
 * that its versions have; {@link org.quorate.power.ipmi.SensorTable} reads sensors, for controllers
 * that have no DCMI.
 *
 * <p>Both are texts in, numbers out; nothing here speaks the protocol itself.
 */
@NullMarked
package org.quorate.power.ipmi;

import org.jspecify.annotations.NullMarked;
