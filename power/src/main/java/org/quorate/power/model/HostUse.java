package org.quorate.power.model;

/**
 * What a host has used since some start; none of the three ever falls.
 *
 * @param processorSeconds processor time, of all cores together
 * @param diskBytes read from and written to disks
 * @param networkBytes sent and received
 */
public record HostUse(double processorSeconds, double diskBytes, double networkBytes) {}
