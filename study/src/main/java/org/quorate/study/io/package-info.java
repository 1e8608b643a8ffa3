/**
 * Files written whole or not at all, and the one JSON dialect of this module. Nothing here knows
 * what the files are about.
 */
@NullMarked
package org.quorate.study.io;

import org.jspecify.annotations.NullMarked;
