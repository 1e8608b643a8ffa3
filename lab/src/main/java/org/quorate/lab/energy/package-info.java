/**
 * The energy of a cluster's hosts: which servers sit on which host, what they use of it, and what
 * meters or a power model make of that over one run.
 *
 * <p>Data flow: a {@link org.quorate.lab.energy.Host} knows its servers and, where their processes
 * are this machine's, what these have used ({@link org.quorate.lab.energy.ServerUse}); {@link
 * org.quorate.lab.energy.HostMeters} opens the meters of all hosts for a session, a power model
 * where a host has none; {@link org.quorate.lab.energy.EnergyRecorder} records one run and hands
 * back its {@link org.quorate.study.result.EnergyResult}. How readings become joules is decided in
 * {@link org.quorate.power.energy}, not here.
 */
@NullMarked
package org.quorate.lab.energy;

import org.jspecify.annotations.NullMarked;
