/**
 * How a Cassandra node is reached over JMX, and what its beans are called.
 *
 * <p>A {@link org.quorate.cassandra.jmx.ManagementConnection} is one connection that is made anew
 * when it broke; {@link org.quorate.cassandra.jmx.CassandraBeans} has the names of beans, each
 * checked against the source and by trial; {@link org.quorate.cassandra.jmx.ManagementAccess} says
 * where nodes listen and who asks. Calls block, for as long as a frozen server is frozen: whoever
 * calls brings the thread. What the numbers mean is decided elsewhere.
 */
@NullMarked
package org.quorate.cassandra.jmx;

import org.jspecify.annotations.NullMarked;
