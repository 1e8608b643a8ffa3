package org.quorate.lab.backend.cassandra;

import org.quorate.study.plan.Cell;

/**
 * What the evidence of a run holds for: the same load, over links of the same delay, which a pilot
 * changes from trial to trial.
 *
 * @param linkDelay one-way delay between nodes as text
 */
record WatchedSetting(Cell cell, String linkDelay) {}
