/**
 * Meters, power models and joules: where power or energy is read from, and what it adds up to.
 *
 * <p>This package holds contracts only. A {@link org.quorate.power.PowerMeter} is one thing that
 * can be read, such as the outlets that feed a host or the energy counters of its processors; it
 * has {@link org.quorate.power.Channel channels}, and each call of {@link
 * org.quorate.power.PowerMeter#read()} gives the {@link org.quorate.power.Reading readings} that
 * became known since the last one. A meter translates units and its device's way of saying "not
 * available", and nothing else: wraps, gaps, repeated values and dead counters are judged in one
 * place for all meters, when readings become joules.
 *
 * <p>Meters are opened from {@link org.quorate.power.MeterSettings} by a {@link
 * org.quorate.power.MeterKind}, of which there is one for every interface that we speak. No
 * password is ever part of such settings. Nothing here knows a store, a study or a report.
 */
@NullMarked
package org.quorate.power;

import org.jspecify.annotations.NullMarked;
