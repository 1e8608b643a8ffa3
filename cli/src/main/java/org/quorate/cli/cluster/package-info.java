/**
 * The commands under {@code quorate cluster}: real clusters on this machine, started, looked at,
 * disturbed and stopped by hand. A cluster outlives the command that started it; every command
 * finds it again by name in the user's registry of clusters. How a cluster is started, recorded and
 * cleaned up is the lab's business; here are the words, the tables and the JSON.
 */
@NullMarked
package org.quorate.cli.cluster;

import org.jspecify.annotations.NullMarked;
