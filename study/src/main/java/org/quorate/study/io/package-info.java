/**
 * Files written whole or not at all, folders deleted without following links, and the one JSON
 * dialect of Quorate. Nothing here knows what the files are about.
 */
@NullMarked
package org.quorate.study.io;

import org.jspecify.annotations.NullMarked;
