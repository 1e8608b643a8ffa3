package org.quorate.lab.cassandra.rest;

import org.quorate.core.level.Level;

/**
 * The strongest levels that clients use, which no server tells: whoever asks has to declare them.
 * Lightweight transactions count as QUORUM where they are at SERIAL, and as LOCAL_QUORUM where they
 * are at LOCAL_SERIAL.
 */
public record UsedLevels(Level write, Level read) {}
