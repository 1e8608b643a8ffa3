package org.quorate.study.result;

import org.jspecify.annotations.Nullable;

/**
 * The energy of a cluster from the end of a run's measured part until its servers were quiet: what
 * they did for requests that were over.
 *
 * @param energy of that time; its baseline and curves are those of the run
 * @param left what they still did when they were looked at for the last time, in one sentence; null
 *     where they were quiet
 */
public record AfterResult(EnergyResult energy, @Nullable String left) {}
