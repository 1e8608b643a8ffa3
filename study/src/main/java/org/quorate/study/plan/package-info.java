/**
 * What shall be run: the study as read from its file, its cells and the seeded, interleaved order
 * of its runs. Immutable and pure; reading the file itself is in {@code org.quorate.study.file}.
 */
@NullMarked
package org.quorate.study.plan;

import org.jspecify.annotations.NullMarked;
