/**
 * Processes of this machine as the lab needs them: which one is which (process id and start time),
 * what they used (from {@code /proc}), how to end, freeze and continue them, and how to give them a
 * processor quota (control groups). Knows nothing of stores, nodes or clusters. Linux only.
 */
@NullMarked
package org.quorate.lab.process;

import org.jspecify.annotations.NullMarked;
