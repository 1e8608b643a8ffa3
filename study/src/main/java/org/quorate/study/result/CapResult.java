package org.quorate.study.result;

/**
 * The cap of the cold pool's processors while a run was measured.
 *
 * @param by what capped them: {@code processor quota}, or {@code cpufreq} for a clock frequency
 * @param asked share of what the processors could do without it, above 0 to 1
 * @param readBack the share that was read back after it was set; of several hosts the largest
 * @param detail what was set, such as {@code 2 nodes, 0.2 of 0.4 cores each}
 */
public record CapResult(String by, double asked, double readBack, String detail) {}
