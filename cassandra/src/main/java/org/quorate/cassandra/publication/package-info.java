/**
 * The level that is decided of each table, published in the store, so that clients in other
 * languages can follow it: {@link org.quorate.cassandra.publication.PublicationSettings} says
 * where, {@link org.quorate.cassandra.publication.LevelWord} what is said of a table and may
 * honestly be, and {@link org.quorate.cassandra.publication.LevelsTable} writes it.
 *
 * <p>Only words are made and written here. When, is in {@code org.quorate.cassandra.control};
 * nothing is read, since a session of this library decides for itself. The schema is documented in
 * {@code docs/other-clients.md}, and changes by its version alone.
 */
@NullMarked
package org.quorate.cassandra.publication;

import org.jspecify.annotations.NullMarked;
