/**
 * Counts over JMX: the source that knows most, and the one that is most often closed.
 *
 * <p>How a node is reached and what its beans are called is in {@link org.quorate.cassandra.jmx};
 * here their counts become a reading. A call over JMX blocks until the server answers or ends, so
 * each question has a thread of its own while it is open, and a node one question at a time.
 */
@NullMarked
package org.quorate.cassandra.monitor.jmx;

import org.jspecify.annotations.NullMarked;
