/**
 * Partition keys of statements, and where on the ring they are: the token of a bound statement's
 * key, computed without an allocation, and the key of a statement that has it in its text or among
 * its values.
 *
 * <p>A key that cannot be told for certain is said to be unknown; what that means for a read or a
 * write is decided elsewhere. Nothing here keeps a key.
 */
@NullMarked
package org.quorate.cassandra.key;

import org.jspecify.annotations.NullMarked;
