package org.quorate.power.file;

/**
 * A complete line of a file.
 *
 * @param number its place in the file, from 1
 * @param text without its end
 */
record Line(long number, String text) {}
