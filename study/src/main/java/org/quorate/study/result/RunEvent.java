package org.quorate.study.result;

/**
 * Something that happened during a run and belongs on its time line, such as a node's death.
 *
 * @param second seconds since the run began
 * @param text one sentence
 */
public record RunEvent(double second, String text) {}
