package org.quorate.study.summary;

/**
 * A fault in the runs of one cell, which all have it at the same instant.
 *
 * @param words what happened, such as {@code node3 killed}
 * @param begun seconds since a run began, mean over runs
 * @param done when it was in effect, likewise
 * @param until for what lasts until it is undone, as a server that is down: when that was in
 *     effect, or the run's end; for all others {@code done}
 */
public record CellFault(String words, double begun, double done, double until) {}
