/**
 * A table in the store itself through which processes tell one another something. {@link
 * org.quorate.cassandra.exchange.ExchangeTable} is what such tables have in common: how they come
 * to be there, and what is said where they are not, or may not be used.
 *
 * <p>What stands in the rows is the matter of who uses it: {@code evidence} and {@code
 * publication}.
 */
@NullMarked
package org.quorate.cassandra.exchange;

import org.jspecify.annotations.NullMarked;
