package org.quorate.power.linux;

import java.nio.file.Path;
import org.quorate.power.Channel;

/**
 * A file of the kernel that holds one number in millionths of the channel's unit.
 *
 * @param file such as {@code energy_uj}
 */
record CounterFile(Channel channel, Path file) {}
