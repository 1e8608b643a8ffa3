/**
 * Where the processes of an application leave for one another what each knows of its tables: a
 * small table in the store itself. {@link org.quorate.cassandra.evidence.EvidenceSettings} says
 * which, {@link org.quorate.cassandra.evidence.EvidenceTable} writes and reads it.
 *
 * <p>Rows are handed on as bytes; what they mean, and how much of it is believed, is in {@code
 * org.quorate.core.evidence}. When they are exchanged is in {@code org.quorate.cassandra.control}.
 */
@NullMarked
package org.quorate.cassandra.evidence;

import org.jspecify.annotations.NullMarked;
