package org.quorate.study.plan;

/**
 * One repetition of one cell, at its place in the order.
 *
 * @param sequence place in the order of all runs, from 1; a pilot's trials, and runs that are not
 *     kept, have numbers below 1, each another in its session
 * @param repetition from 1
 */
public record Run(int sequence, int repetition, Cell cell, RunSettings settings) {}
