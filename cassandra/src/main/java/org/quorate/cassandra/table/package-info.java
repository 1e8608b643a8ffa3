/**
 * What a table is to everybody else here: its name, and how many replicas it keeps of each row and
 * where. Values alone; nothing here asks a cluster.
 */
@NullMarked
package org.quorate.cassandra.table;

import org.jspecify.annotations.NullMarked;
