/**
 * The energy of the lab's hosts: which servers sit on which host, what they use of it, and what
 * meters or a power model make of that over one run.
 *
 * <p>Data flow: a {@link org.quorate.lab.energy.Host} knows its servers; {@link
 * org.quorate.lab.energy.ServerUse} reads what their processes have used; {@link
 * org.quorate.lab.energy.HostMeters} opens the meters of all hosts for a session, a power model
 * where a host has none; {@link org.quorate.lab.energy.EnergyRecorder} records one run and hands
 * back its {@link org.quorate.study.result.EnergyResult}. How readings become joules is decided in
 * {@link org.quorate.power.energy}, not here.
 */
@NullMarked
package org.quorate.lab.energy;

import org.jspecify.annotations.NullMarked;
