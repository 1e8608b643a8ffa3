/**
 * Meters that are files which another program writes: {@link org.quorate.power.file.WattsUp} (the
 * plug meter and its loggers), {@link org.quorate.power.file.CsvFile} (any table with a time and a
 * value), {@link org.quorate.power.file.EnergiBridge} and {@link
 * org.quorate.power.file.PowerJoular}.
 *
 * <p>Every reading gives what was appended since the last one, in portions of bounded size, so that
 * a file can be followed while it grows and read through when it is finished: then one reads until
 * nothing comes any more. {@code GrowingFile} makes lines of bytes, a {@code Records} makes
 * readings of lines, {@code FileMeter} counts what could not be read and gives up where it is too
 * much. Time stamps are the file's own, moved by the clock offset that the settings tell; nothing
 * is guessed about times. A line without its end waits for the rest of it.
 *
 * <p>Nothing here writes, and no other program is started.
 */
@NullMarked
package org.quorate.power.file;

import org.jspecify.annotations.NullMarked;
