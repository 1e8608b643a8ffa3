/**
 * What an application states: which tables may be read at which tolerance, and how the session is
 * to watch, decide and report. Values alone, from code or from the driver's own configuration file;
 * every fault is refused here with its key and what to do.
 */
@NullMarked
package org.quorate.cassandra.setting;

import org.jspecify.annotations.NullMarked;
