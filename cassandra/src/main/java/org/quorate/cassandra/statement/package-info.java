/**
 * What a CQL statement is to an adaptive session: a read of one partition, a conditional write, or
 * something that it leaves alone.
 *
 * <p>A statement is recognised by its text, not guessed: what {@link
 * org.quorate.cassandra.statement.StatementReader} does not recognise for certain as a plain read
 * of one partition is left alone. This is no parser of CQL; the server is.
 */
@NullMarked
package org.quorate.cassandra.statement;

import org.jspecify.annotations.NullMarked;
