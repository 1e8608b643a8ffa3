/**
 * The one interface between a study and whatever runs it: real servers or a simulator. A backend
 * checks a study before anything starts, opens a session (one cluster), warms a cell up, and
 * measures runs. No backend lives here.
 */
@NullMarked
package org.quorate.study.backend;

import org.jspecify.annotations.NullMarked;
