package org.quorate.study.plan;

/**
 * What somebody else says about the same matter, quoted beside the measured numbers.
 *
 * @param text one sentence
 * @param source where it is said, for people: a paper and its figure or table
 */
public record Claim(String text, String source) {}
