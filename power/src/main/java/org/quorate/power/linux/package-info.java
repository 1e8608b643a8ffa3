/**
 * What the Linux kernel of this machine tells of its own power: {@link
 * org.quorate.power.linux.Powercap} (the RAPL counters of processors and memory in sysfs), {@link
 * org.quorate.power.linux.Perf} (the same counters through the {@code perf} program, where sysfs
 * may not be read) and {@link org.quorate.power.linux.Hwmon} (the board's own sensors).
 *
 * <p>RAPL sees processors and memory alone: no disk, network, fan or power supply. Zones contain
 * one another and are shown more than once; what is counted is decided by {@link
 * org.quorate.power.linux.Domain} and {@code PowercapZones}, and nowhere else. Every kind takes the
 * folder that it looks at as an option, so that containers may mount it elsewhere and tests may
 * have one of their own. Nothing here uses a network, and nothing here writes to the kernel's
 * files.
 */
@NullMarked
package org.quorate.power.linux;

import org.jspecify.annotations.NullMarked;
